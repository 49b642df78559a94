import type { MirrorRegion } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { host, operation } from './build.ts';
import { file, writes } from './file.ts';

const LIST = '/etc/pacman.d/mirrorlist';
const sketch = { id: 'mirrorlist', title: 'Write the list of mirrors', stage: 'system' } as const;

/** The mirrors of the configuration become those of the installed system; what some ask for stays out of it. */
export function mirrorlist(mirrors: readonly MirrorRegion[]): Operation {
  const content = mirrors
    .map(({ region, servers }) =>
      [
        `## ${region}\n`,
        ...servers.map(({ address, userInfo }) =>
          userInfo === undefined
            ? `Server = ${address}\n`
            : `# This one asked for a name and a password, which are not kept here.\nServer = ${address}\n`,
        ),
      ].join(''),
    )
    .join('\n');
  return writes(sketch, file(LIST, content));
}

/** Those that were the fastest when they were measured; the run has written them beside its own configuration. */
export function measuredMirrorlist(): Operation {
  return operation({
    ...sketch,
    title: 'Write the list of the mirrors that were chosen',
    commands: [host('install', '-D', '-m', '0644', '--', '{scratch}/mirrorlist', `{tree}${LIST}`)],
    verify: [{ kind: 'contains', path: `{tree}${LIST}`, pattern: '^Server = ' }],
  });
}
