import type { MirrorRegion } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

const MIRRORLIST = '/etc/pacman.d/mirrorlist';
const sketch = { id: 'mirrorlist', title: 'Write the list of mirrors', stage: 'system' } as const;

/**
 * Returns the operation that writes the configured mirrors to the installed system, without user names and passwords.
 */
export function writeMirrorlist(mirrors: readonly MirrorRegion[]): Operation {
  const content = mirrors
    .map(({ region, servers }) =>
      [
        `## ${region}\n`,
        ...servers.map(({ address, userInfo }) =>
          userInfo === undefined
            ? `Server = ${address}\n`
            : `# This mirror requires a login, which is not stored here.\nServer = ${address}\n`,
        ),
      ].join(''),
    )
    .join('\n');
  return writeFiles(sketch, treeFile(MIRRORLIST, content));
}

/** Returns the operation that copies the list of the fastest mirrors from the run's scratch folder. */
export function copyMeasuredMirrorlist(): Operation {
  return defineOperation({
    ...sketch,
    title: 'Write the list of chosen mirrors',
    commands: [
      hostCommand('install', '-D', '-m', '0644', '--', '{scratch}/mirrorlist', `{tree}${MIRRORLIST}`),
    ],
    verify: [{ kind: 'contains', path: `{tree}${MIRRORLIST}`, pattern: '^Server = ' }],
  });
}
