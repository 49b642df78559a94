import { readFolder } from '../../facts/folder-contents.ts';
import { canonicalJson } from '../../plan/digest.ts';
import { folderLayout } from '../../plan/folder-layout.ts';
import type { Plan, PlannedFolder } from '../../plan/plan.ts';
import { checkFolder, UNFINISHED } from '../../target/check-folder.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/**
 * Checks a prepared folder again, possibly hours after the plan was created. Returns the reason if the run must not
 * write to it.
 *
 * @param written the identities of the file systems to which an earlier run may have written
 */
export async function recheckFolder(
  { facts, losses }: Plan,
  planned: PlannedFolder,
  written: ReadonlySet<string>,
): Promise<string | undefined> {
  const { path, bootDisk, retained, layout } = planned;
  // The loss of an unfinished installation was confirmed only if the plan lists it.
  const isListed = losses.some(({ contents = [] }) => contents.includes(UNFINISHED));
  const { target, findings } = await checkFolder(await readFolder(path), await machineFacts(), () =>
    Promise.resolve(isListed ? written : new Set()),
  );
  const [finding] = findings;
  if (finding !== undefined) return [finding.message, finding.hint].filter(Boolean).join('; ');
  if (target === undefined) return `${path} can no longer be used`;
  const now = {
    bootDisk: target.bootDisk.path,
    retained: target.mounts.flatMap(({ isRetained, mountPoint }) => (isRetained ? [mountPoint] : [])),
    layout: folderLayout(target, facts['firmware'] === 'bios' ? 'bios' : 'uefi'),
  };
  return canonicalJson(now) === canonicalJson({ bootDisk, retained, layout })
    ? undefined
    : `the file systems in ${path} have changed since the plan was created`;
}
