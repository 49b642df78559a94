import { join } from 'node:path';
import { access } from 'node:fs/promises';
import { hostCommand, splitWords } from '../../plan/operations/define-operation.ts';
import { succeeded } from '../../process/run-process.ts';
import { runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';

/** The exported keys, as a path in the plan's notation. */
export const TRUSTED_KEYS = '{scratch}/trusted.gpg';

/** Seconds. */
const LIMIT = 60;
const gpg = splitWords('gpg --homedir {scratch}/gnupg --batch --quiet');

/**
 * Exports the keys whose signatures pacman accepts, because gpgv accepts a signature by any key in its keyring
 * file. Returns false if there is no keyring, if it contains no such key, or if the export fails.
 */
export async function exportTrustedKeys(context: RunContext): Promise<boolean> {
  const hasKeyring = await access(join(context.roots.scratch, 'gnupg')).then(
    () => true,
    () => false,
  );
  if (!hasKeyring) return false;
  const list = hostCommand(...gpg, '--with-colons', '--list-keys');
  const listed = await runCommand(list, LIMIT, context, { capture: true });
  const keys = succeeded(listed) ? selectTrustedKeys(listed.stdout) : [];
  if (keys.length === 0) return false;
  const exported = await runCommand(
    hostCommand(...gpg, '--output', TRUSTED_KEYS, '--export', ...keys),
    LIMIT,
    context,
  );
  return succeeded(exported);
}

/**
 * Selects the fingerprints of the keys that gpg reports as fully valid. Revoked, expired and disabled keys,
 * and keys of marginal or unknown validity, are excluded.
 *
 * @param listed output of `gpg --list-keys --with-colons`
 */
export function selectTrustedKeys(listed: string): string[] {
  return listed.split(/^(?=pub:)/m).flatMap((block) => {
    const [kind, validity, , , , , , , , , , capabilities = ''] = block.split('\n', 1)[0]!.split(':');
    const isTrusted = kind === 'pub' && validity === 'f' && !capabilities.includes('D');
    return isTrusted ? (/^fpr:(?:[^:]*:){8}([0-9A-F]{40,64}):/m.exec(block)?.[1] ?? []) : [];
  });
}
