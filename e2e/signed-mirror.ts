/** Copies of a mirror with changed databases, signed with the test's keys. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** Programs run asynchronously, because the mirrors of other tests are served by the same process. */
const run = promisify(execFile);

/** A private key in a gpg home folder. */
export interface Key {
  readonly home: string;
  readonly fingerprint: string;
  /** Time of its creation and signatures in gpg's format (default: now). */
  readonly time?: string;
}

/**
 * @param home absent folder with a short path, because gpg's agent creates a socket in it
 * @param time such as `20200101T000000`
 * @param days validity in days; 0 is unlimited
 */
export async function makeKey(home: string, time?: string, days = 0): Promise<Key> {
  mkdirSync(home, { mode: 0o700 });
  const key = { home, fingerprint: '', ...(time === undefined ? {} : { time }) };
  await gpg(key, [
    '--passphrase',
    '',
    '--quick-generate-key',
    'test <test@writ.invalid>',
    'ed25519',
    'sign',
    days === 0 ? 'never' : `${days}d`,
  ]);
  const listed = (await gpg(key, ['--with-colons', '--list-secret-keys'])).toString();
  const fingerprint = /^fpr:(?:[^:]*:){8}([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
  return { ...key, fingerprint };
}

/** Stops gpg's agent and deletes the key. */
export function deleteKey({ home }: Key): void {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  rmSync(home, { recursive: true, force: true });
}

/** The keys for each part of the mirror. */
export interface Signers {
  /** The key file that the mirror provides. */
  readonly shown: Key;
  /** Key of the databases; null leaves them unsigned. */
  readonly databases: Key | null;
  /** Returns the key for a package, or undefined to retain the existing signature. */
  readonly packages?: (file: string) => Key | undefined;
  /** Changes the entries, each of which consists of a file name and a text, after the packages are signed. */
  readonly edit?: (entries: Map<string, string>) => void;
  /** Databases to replace with random bytes. */
  readonly noise?: RegExp;
  /** Replaces the content of these databases. */
  readonly instead?: (name: string) => Buffer | undefined;
}

/** @param into path of an absent folder */
export async function resignMirror(
  root: string,
  into: string,
  { shown, databases, packages, edit, noise, instead }: Signers,
): Promise<string> {
  await run('cp', ['-a', '--', root, into]);
  writeFileSync(join(into, 'writ-mirror.fingerprint'), `${shown.fingerprint}\n`);
  writeFileSync(join(into, 'writ-mirror.gpg'), await gpg(shown, ['--export', shown.fingerprint]));
  for (const repository of readdirSync(into).filter((name) => !name.startsWith('writ-mirror'))) {
    const folder = join(into, repository, 'os/x86_64');
    await changeDatabase(join(folder, `${repository}.db`), folder, packages, edit);
    for (const file of [`${repository}.db`, `${repository}.files`].map((name) => join(folder, name))) {
      if (noise?.test(file) === true) writeFileSync(file, randomBytes(4096));
      const other = instead?.(basename(file));
      if (other !== undefined) writeFileSync(file, other);
      rmSync(`${file}.sig`);
      if (databases !== null) writeFileSync(`${file}.sig`, await signature(databases, file));
    }
  }
  return into;
}

async function changeDatabase(
  file: string,
  folder: string,
  packages: Signers['packages'],
  edit: Signers['edit'],
): Promise<void> {
  const aside = `${file}.d`;
  mkdirSync(aside);
  await run('bsdtar', ['-xf', file, '-C', aside]);
  const entries = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const name of readdirSync(aside)) {
    const path = join(aside, name, 'desc');
    const text = readFileSync(path, 'utf8');
    const packed = /%FILENAME%\n(.*)/.exec(text)?.[1] ?? '';
    const key = packages?.(packed);
    const fresh =
      key === undefined ? undefined : (await signature(key, join(folder, packed))).toString('base64');
    entries.set(packed, fresh === undefined ? text : text.replace(/(%PGPSIG%\n).*/, `$1${fresh}`));
    paths.set(packed, path);
  }
  edit?.(entries);
  for (const [packed, text] of entries) writeFileSync(paths.get(packed) ?? '', text);
  rmSync(file);
  await run('bsdtar', ['-czf', file, '-C', aside, ...readdirSync(aside)]);
  rmSync(aside, { recursive: true });
}

function signature(key: Key, file: string): Promise<Buffer> {
  return gpg(key, ['--output', '-', '--detach-sign', file]);
}

async function gpg({ home, time }: Key, args: readonly string[]): Promise<Buffer> {
  const faked = time === undefined ? [] : ['--faked-system-time', `${time}!`];
  const running = run('gpg', ['--homedir', home, '--batch', '--quiet', '--yes', ...faked, ...args], {
    encoding: 'buffer',
    timeout: 60_000,
  });
  running.child.stdin?.end();
  return (await running).stdout;
}
