import type { FileWrite, Operation } from '../operation.ts';
import { defineOperation } from './define-operation.ts';

/** In the installed system; for root alone. */
const RECORD_FOLDER = '/var/log/writ';

/** What the run has in its own folder by then, by the names under which it stays. */
const recordFiles = ['events.jsonl', 'log', 'packages.lock.json', 'facts.json', 'config.json'] as const;

/** Of a profile definition of one's own: beside the configuration, which names it. */
export const PROFILE_FILE = 'profile.json';

/**
 * The last that is written: everything that was told up to here is in it.
 *
 * @param profile the configuration names a profile definition
 */
export function writeInstallRecord(profile: boolean): Operation {
  const folder: FileWrite = { kind: 'folder', path: `{tree}${RECORD_FOLDER}`, mode: 0o700 };
  const names = [...recordFiles, ...(profile ? [PROFILE_FILE] : [])];
  const files = names.map((name): FileWrite => ({
    kind: 'copy',
    path: `{tree}${RECORD_FOLDER}/${name}`,
    mode: 0o600,
    from: `{work}/record/${name}`,
  }));
  return defineOperation({
    id: 'install-record',
    title: `Store events, log, package lock, facts and configuration in ${RECORD_FOLDER}`,
    stage: 'verify',
    files: [folder, ...files],
    verify: files.map(({ path }) => ({ kind: 'exists', path })),
  });
}
