import type { FileWrite, Operation } from '../operation.ts';
import { operation } from './build.ts';

/** In the installed system; for root alone. */
const LEFT_BEHIND = '/var/log/writ';

/** What the run has in its own folder by then, by the names under which it stays. */
const leftFiles = ['events.jsonl', 'log', 'packages.lock.json', 'facts.json', 'config.json'] as const;

/** Of a profile definition of one's own: beside the configuration, which names it. */
export const PROFILE_FILE = 'profile.json';

/**
 * The last that is written: everything that was told up to here is in it.
 *
 * @param profile the configuration names a profile definition
 */
export function leaveBehind(profile: boolean): Operation {
  const folder: FileWrite = { kind: 'folder', path: `{tree}${LEFT_BEHIND}`, mode: 0o700 };
  const names = [...leftFiles, ...(profile ? [PROFILE_FILE] : [])];
  const files = names.map((name): FileWrite => ({
    kind: 'copy',
    path: `{tree}${LEFT_BEHIND}/${name}`,
    mode: 0o600,
    from: `{work}/left/${name}`,
  }));
  return operation({
    id: 'left-behind',
    title: `Leave events, log, package lock, facts and configuration in ${LEFT_BEHIND}`,
    stage: 'verify',
    files: [folder, ...files],
    verify: files.map(({ path }) => ({ kind: 'exists', path })),
  });
}
