import { succeeded } from '../../process/run-process.ts';
import { runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { TRUSTED_KEYS } from './trusted-keys.ts';

/** Seconds. */
const LIMIT = 600;

/** A file and its detached signature, as paths that may begin with a root such as `{cache}`. */
export interface SignedFile {
  readonly file: string;
  readonly signature: string;
}

/** Separates the reports on the files. gpgv escapes line breaks in key names. */
const SEPARATOR = '\n--\n';
/** Runs gpgv for each signature and file, and stops at the first failure. */
const VERIFY_EACH =
  'keys=$1; home=$2; shift 2; while [ "$#" -gt 0 ]; do gpgv --homedir "$home" --keyring "$keys" --status-fd 1 "$1" "$2" || exit; printf "\\n--\\n"; shift 2; done';

/**
 * Verifies that all detached signatures are by a trusted key. If a file has several signatures, all of them
 * must be good, as pacman requires.
 */
export async function verifySignatures(files: readonly SignedFile[], context: RunContext): Promise<boolean> {
  // gpgv starts no other process, so it runs without its own namespaces. Creating them would take longer than
  // the verification. One shell verifies several files, because starting a process from Node takes just as
  // long.
  const argv = ['sh', '-c', VERIFY_EACH, 'verify-signatures', TRUSTED_KEYS, '{scratch}'];
  const operands = files.flatMap(({ file, signature }) => [signature, file]);
  const end = await runCommand({ where: 'machine', argv: [...argv, ...operands] }, LIMIT, context, {
    capture: true,
  });
  if (!succeeded(end)) return false;
  const reports = end.stdout.split(SEPARATOR).slice(0, -1);
  return reports.length === files.length && reports.every(isGood);
}

/**
 * True if gpgv reports only good signatures. It exits with 0 even for a signature by a key that has since
 * expired.
 */
function isGood(status: string): boolean {
  const count = (keyword: string): number => status.split(`[GNUPG:] ${keyword}`).length - 1;
  const good = count('GOODSIG ');
  return good > 0 && good === count('NEWSIG') && good === count('VALIDSIG ');
}
