import type { FileWrite, Operation } from '../operation.ts';
import { defineOperation } from './define-operation.ts';

/** Folder in the installed system, readable by root only. */
const RECORD_FOLDER = '/var/log/writ';

/** Files of the install record. */
const recordFiles = ['events.jsonl', 'log', 'packages.lock.json', 'facts.json', 'config.json'] as const;

/** File name of a profile definition, next to the configuration that refers to it. */
export const PROFILE_FILE = 'profile.json';

/**
 * Returns the operation that stores the install record, as the last write to the tree, so that the record contains all
 * earlier events.
 *
 * @param profile true if the configuration refers to a profile definition
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
