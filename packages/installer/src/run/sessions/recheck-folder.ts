import { canonicalJson } from '../../plan/digest.ts';
import { folderLayout } from '../../plan/folder-layout.ts';
import type { Plan, PlannedFolder } from '../../plan/plan.ts';
import { UNFINISHED } from '../../target/check-folder.ts';
import { checkThisFolder } from './check-this-folder.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/**
 * Checks a prepared folder again, possibly hours after the plan was created. Returns the reason if the run must not
 * write to it.
 */
export async function recheckFolder(
  { facts, losses }: Plan,
  planned: PlannedFolder,
): Promise<string | undefined> {
  const { path } = planned;
  // An unfinished installation that is discarded or resumed has files.
  const isUnfinished = losses.some(({ contents = [] }) => contents.includes(UNFINISHED));
  const { target, findings } = await checkThisFolder(path, await machineFacts());
  const finding = findings.find(({ rule }) => !isUnfinished || rule !== 'folder-not-empty');
  if (finding !== undefined) return [finding.message, finding.hint].filter(Boolean).join('; ');
  if (target === undefined) return `${path} can no longer be used`;
  const retained = target.mounts.flatMap(({ isRetained, mountPoint }) => (isRetained ? [mountPoint] : []));
  const now = {
    bootDisk: target.bootDisk.path,
    retained,
    layout: folderLayout(target, facts['firmware'] === 'bios' ? 'bios' : 'uefi'),
  };
  const { bootDisk, layout } = planned;
  return canonicalJson(now) === canonicalJson({ bootDisk, retained: planned.retained, layout })
    ? undefined
    : `the file systems in ${path} have changed since the plan was created`;
}
