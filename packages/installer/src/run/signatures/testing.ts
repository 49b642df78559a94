/** Real keys and signatures for tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createKeyring } from '../preflight/keyring.ts';
import { createSandbox } from '../sandbox.ts';
import { createTestContext, temporaryFolder, type OnRelease } from '../testing.ts';
import type { RunContext } from '../context.ts';

/** True if the programs are installed and this process runs as root, which pacman-key requires. */
export const canMakeKeyrings: boolean =
  process.getuid?.() === 0 &&
  ['gpg', 'gpgv', 'pacman-key'].every((program) => existsSync(`/usr/bin/${program}`));

/** Creates a context whose commands run in root's sandbox. */
export function createRootContext(onRelease?: OnRelease): Promise<RunContext> {
  const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
  return createTestContext({ sandbox: createSandbox(false), environment }, {}, onRelease);
}

/** Keys of package signers, with their secret parts. */
export class Signers {
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
  }

  static async create(onRelease: OnRelease = onTestFinished): Promise<Signers> {
    const home = join(await temporaryFolder(onRelease), 'gnupg');
    await mkdir(home, { mode: 0o700 });
    onRelease(() => void execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']));
    return new Signers(home);
  }

  gpg(args: readonly string[], input = ''): Buffer {
    return execFileSync('gpg', ['--homedir', this.#home, '--batch', '--quiet', '--passphrase', '', ...args], {
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  }

  /**
   * Creates a key; returns its fingerprint.
   *
   * @param options such as `--faked-system-time`
   */
  makeKey(name: string, options: readonly string[] = []): string {
    this.gpg([...options, '--quick-generate-key', name, 'ed25519', 'cert,sign', 'never']);
    const listed = this.gpg(['--with-colons', '--list-keys', name]).toString();
    return /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(listed)![1]!;
  }

  /** Revokes a key with the certificate that gpg has written for it. */
  revoke(fingerprint: string): void {
    const file = join(this.#home, 'openpgp-revocs.d', `${fingerprint}.rev`);
    // gpg inserts the colon to prevent accidental use of the certificate.
    this.gpg(['--import'], readFileSync(file, 'utf8').replace(/^:-----BEGIN/m, '-----BEGIN'));
  }

  publicKey(...names: string[]): Buffer {
    return this.gpg(['--export', ...names]);
  }

  /** Writes a file's detached signature to `FILE.sig`. */
  sign(name: string, file: string, options: readonly string[] = []): void {
    this.gpg([...options, '--yes', '--local-user', name, '--output', `${file}.sig`, '--detach-sign', file]);
  }
}

/** A run's keyring that trusts the `Mirror` key. */
export interface TestKeyring {
  readonly context: RunContext;
  readonly signers: Signers;
  /** Fingerprints by name. */
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Creates keys, and a run's keyring with the `Mirror` key.
 *
 * @param options for `Signers.makeKey`, by key name
 */
export async function createTestKeyring(
  names: readonly string[] = [],
  options: Readonly<Record<string, readonly string[]>> = {},
  onRelease?: OnRelease,
): Promise<TestKeyring> {
  const signers = await Signers.create(onRelease);
  const keys = new Map(['Mirror', ...names].map((name) => [name, signers.makeKey(name, options[name])]));
  const context = await createRootContext(onRelease);
  const key = signers.publicKey('Mirror');
  const fault = await createKeyring({ kind: 'mirror', fingerprint: keys.get('Mirror')!, key }, context);
  if (fault !== undefined) throw new Error(fault.message);
  return { context, signers, keys };
}
