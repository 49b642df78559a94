import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { run } from './process.ts';

/** A key that signs one mirror. */
export interface Signer {
  /** 40 upper-case hexadecimal digits. */
  readonly fingerprint: string;
  /** The environment in which programs find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes `FILE.sig`. */
  sign(file: string): Promise<void>;
  exportKey(file: string): Promise<void>;
}

/**
 * Makes a key, lets `use` sign with it, and deletes it. The folder's name is always the same for a cache, so that
 * the next build takes away what a killed one has left.
 */
export async function withSigner<T>(
  cache: string,
  signal: AbortSignal | undefined,
  use: (signer: Signer) => Promise<T>,
): Promise<T> {
  // Short, as the path of a socket has to be, which the key's agent makes there.
  const name = createHash('sha256').update(cache).digest('hex').slice(0, 12);
  const home = join(tmpdir(), `writ-key-${process.getuid?.() ?? 0}-${name}`);
  const env = { GNUPGHOME: home };
  await forget(home);
  await mkdir(home, { mode: 0o700 });
  try {
    const gpg = (...argv: string[]): Promise<string> =>
      run(['gpg', '--batch', '--quiet', ...argv], { env, signal });
    const user = 'Writ mirror (made for one build) <mirror@writ.invalid>';
    await gpg('--passphrase', '', '--quick-generate-key', user, 'ed25519', 'sign', 'never');
    const fingerprint = /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(
      await gpg('--with-colons', '--list-secret-keys'),
    )?.[1];
    if (fingerprint === undefined) throw new Error('gpg made no key');
    return await use({
      fingerprint,
      env,
      sign: async (file) => void (await gpg('--yes', '--detach-sign', file)),
      exportKey: async (file) => void (await gpg('--yes', '--output', file, '--export', fingerprint)),
    });
  } finally {
    await forget(home);
  }
}

async function forget(home: string): Promise<void> {
  await run(['gpgconf', '--homedir', home, '--kill', 'all']).catch(() => undefined);
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
