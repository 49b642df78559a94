/** Real keys and signatures for tests. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { createTestContext, temporaryFolder } from '../testing.ts';
import type { RunContext } from '../context.ts';

/** True on a machine with the programs, for a user who may start pacman-key. */
export const canMakeKeyrings: boolean =
  process.getuid?.() === 0 &&
  ['gpg', 'gpgv', 'pacman-key'].every((program) => existsSync(`/usr/bin/${program}`));

/** Creates a context whose commands run in the sandbox of root. */
export function createRootContext(): Promise<RunContext> {
  return createTestContext({
    sandbox: createSandbox(false),
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
  });
}

/** Keys of people who sign packages, with their secret parts. */
export class Signers {
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
  }

  static async create(): Promise<Signers> {
    const home = join(await temporaryFolder(), 'gnupg');
    await mkdir(home, { mode: 0o700 });
    onTestFinished(() => void execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']));
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
   * @param expires such as `never` or `1d`
   */
  makeKey(name: string, options: readonly string[] = [], expires = 'never'): string {
    this.gpg([...options, '--quick-generate-key', name, 'ed25519', 'cert,sign', expires]);
    const listed = this.gpg(['--with-colons', '--list-keys', name]).toString();
    return /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(listed)![1]!;
  }

  publicKey(...names: string[]): Buffer {
    return this.gpg(['--export', ...names]);
  }

  /** Writes a detached signature of a file to `FILE.sig`. */
  sign(name: string, file: string, options: readonly string[] = []): void {
    this.gpg([...options, '--yes', '--local-user', name, '--output', `${file}.sig`, '--detach-sign', file]);
  }
}
