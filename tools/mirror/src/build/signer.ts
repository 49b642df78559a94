import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './process.ts';

/** The key that signs a mirror. */
export interface Signer {
  /** Fingerprint: 40 upper-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Environment for programs that use the key. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes `FILE.sig`. */
  sign(file: string): Promise<void>;
  exportKey(file: string): Promise<void>;
}

/**
 * Maximum length of a folder's path in bytes. The agent creates sockets in the folder, and their paths must be shorter
 * than 108 bytes.
 */
const LONGEST = 88;

/** Creates a key in a folder inside `aside` or, if its path is too long, elsewhere; passes it to `use`; deletes it. */
export async function withSigner<T>(
  aside: string,
  signal: AbortSignal | undefined,
  use: (signer: Signer) => Promise<T>,
): Promise<T> {
  const near = keyFolder(aside);
  const home = Buffer.byteLength(near) <= LONGEST ? near : await mkdtemp(join(tmpdir(), 'writ-key-'));
  await mkdir(home, { mode: 0o700, recursive: true });
  const env = { GNUPGHOME: home };
  try {
    const gpg = (...argv: string[]): Promise<string> =>
      run(['gpg', '--batch', '--quiet', ...argv], { env, signal });
    const user = 'Writ mirror (made for one build) <mirror@writ.invalid>';
    await gpg('--passphrase', '', '--quick-generate-key', user, 'ed25519', 'sign', 'never');
    const fingerprint = /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(
      await gpg('--with-colons', '--list-secret-keys'),
    )?.[1];
    if (fingerprint === undefined) throw new Error('gpg did not create a key');
    return await use({
      fingerprint,
      env,
      sign: async (file) => void (await gpg('--yes', '--detach-sign', file)),
      exportKey: async (file) => void (await gpg('--yes', '--output', file, '--export', fingerprint)),
    });
  } finally {
    await removeKey(home);
  }
}

/** Stops the agent of a killed build, if it is still running, and deletes the key of the build. */
export async function endSigner(aside: string): Promise<void> {
  await removeKey(keyFolder(aside));
}

function keyFolder(aside: string): string {
  return join(aside, 'key');
}

async function removeKey(home: string): Promise<void> {
  await run(['gpgconf', '--homedir', home, '--kill', 'all']).catch(() => undefined);
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
