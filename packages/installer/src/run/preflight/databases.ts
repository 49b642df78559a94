import type { Diagnostic } from '@writ/diagnostics';
import { host } from '../../plan/operations/build.ts';
import { pacman, scratchDatabase } from '../../plan/operations/packages.ts';
import { refusal } from '../../refusal.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { succeeded } from '../commands/process.ts';
import type { Trust } from './trust.ts';

/** Seconds. Databases of the distribution have some ten megabytes, their lists of files fifty. */
const SYNC_LIMIT = 300;

/** Fetches what the mirrors have, and the lists of the packages' files. */
export async function fetchDatabases(trust: Trust, context: RunContext): Promise<Diagnostic | undefined> {
  for (const what of ['-Sy', '-Fy']) {
    const end = await runCommand(host(...pacman, ...scratchDatabase, what), SYNC_LIMIT, context);
    if (!succeeded(end))
      return refusedBecause(trust, end.tail, describeEnd(['pacman', what], end, SYNC_LIMIT));
  }
  return undefined;
}

/** The package manager's words, with the cause in ours when they are known ones. */
function refusedBecause(trust: Trust, tail: readonly string[], ended: string): Diagnostic {
  const errors = tail.filter((line) => line.startsWith('error:')).map((line) => line.slice(7));
  const words = errors.join('; ') || ended;
  if (/signature|unknown trust|PGP|key |\.sig'/i.test(words)) {
    return refusal('mirror-key', `what the mirrors sent is not signed as it must be: ${words}`, {
      hint:
        trust.kind === 'mirror'
          ? 'build the mirror anew'
          : 'name another mirror with --mirror, or bring the package archlinux-keyring of this machine up to date',
    });
  }
  return refusal('mirror-unusable', `no mirror gives its package databases: ${words}`, {
    hint: 'look whether the mirror runs and the address is right, or name another one with --mirror',
  });
}
