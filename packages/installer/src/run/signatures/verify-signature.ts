import { succeeded } from '../../process/run-process.ts';
import { runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { TRUSTED_KEYS } from './trusted-keys.ts';

/** Seconds. */
const LIMIT = 600;

/**
 * Verifies that a detached signature is by a trusted key. If a file has several signatures, all must be good,
 * as in pacman.
 *
 * @param file path that may begin with a root such as `{cache}`
 */
export async function verifySignature(
  file: string,
  signature: string,
  context: RunContext,
): Promise<boolean> {
  // gpgv starts no other process, so it runs without its own namespaces. Creating them would take longer than
  // the verification.
  const argv = ['gpgv', '--homedir', '{scratch}', '--keyring', TRUSTED_KEYS, '--status-fd', '1'];
  const end = await runCommand({ where: 'machine', argv: [...argv, signature, file] }, LIMIT, context, {
    capture: true,
  });
  return succeeded(end) && areGood(end.stdout);
}

/** gpgv exits with 0 even for a signature by a key that has since expired. */
function areGood(status: string): boolean {
  const count = (keyword: string): number => status.split(`[GNUPG:] ${keyword}`).length - 1;
  const good = count('GOODSIG ');
  return good > 0 && good === count('NEWSIG') && good === count('VALIDSIG ');
}
