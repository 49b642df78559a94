import type { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { canBeHashed } from '../config/hashed-logins.ts';
import { passwordForm } from '../config/password.ts';
import { hostEnvironment } from './commands/command.ts';
import { runProcess, succeeded } from '../process/run-process.ts';
import { createRedactor } from '../process/redact.ts';

/** Time limit in milliseconds. A thousand passwords take a few seconds. */
const LIMIT = 60_000;

const completeHash = /^\$6\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{86}$/;

/**
 * Hashes login passwords with `openssl passwd -6`, each with its own salt, and returns the hashes in the same
 * order. The passwords are passed through standard input, one per line. Only plain-text passwords of at most
 * 256 bytes are hashed; all other values, such as hashes, are returned unchanged.
 *
 * @throws {Error} if openssl is missing, fails or is interrupted; the message contains no part of a password
 */
export async function hashPasswords(
  passwords: readonly Secret[],
  { signal, program = 'openssl' }: { readonly signal?: AbortSignal; readonly program?: string } = {},
): Promise<string[]> {
  const texts = passwords.map((password) => password.reveal());
  const plain = texts.filter(isHashable);
  if (plain.length === 0) return texts;
  const end = await runProcess({
    argv: [program, 'passwd', '-6', '-stdin'],
    environment: hostEnvironment(process.env, false),
    input: () => `${plain.join('\n')}\n`,
    limit: LIMIT,
    redactor: createRedactor(plain),
    capture: true,
    ...defined({ signal }),
  });
  const hashes = end.stdout.split('\n').slice(0, -1);
  if (!succeeded(end) || hashes.length !== plain.length || !hashes.every((hash) => completeHash.test(hash))) {
    const why = end.end === 'not-started' ? end.reason : (end.tail.at(-1) ?? end.end);
    throw new Error(`${program} cannot hash the passwords: ${why ?? 'it did not start'}`);
  }
  const next = hashes.values();
  return texts.map((text) => (isHashable(text) ? (next.next().value ?? text) : text));
}

function isHashable(password: string): boolean {
  return passwordForm(password) === 'plain' && canBeHashed(password);
}
