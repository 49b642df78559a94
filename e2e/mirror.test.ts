/** Tests the mirrors of `@writ/mirror` with the real package manager, which requires signatures for everything. */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildMirror, serveMirror, type Mirror, type FaultInjector } from '@writ/mirror';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../..');

let mirror: Mirror;
let folder: string;

beforeAll(async () => {
  mirror = await buildMirror({ set: 'tiny' });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-mirror-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a program without blocking, because this process serves the mirror. */
async function run(program: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(program, args, { env: { ...process.env, LC_ALL: 'C' }, timeout: 300_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ status, output }));
  });
}

/** Creates a keyring with the mirror's key, which a local signature may mark as trusted. */
async function preparePacman(...steps: ('--add' | '--lsign-key')[]): Promise<void> {
  const keys = ['--gpgdir', join(folder, 'gnupg')];
  mkdirSync(join(folder, 'gnupg'), { mode: 0o700 });
  const values = { '--add': mirror.publicKeyFile, '--lsign-key': mirror.fingerprint };
  for (const args of [['--init'], ...steps.map((step) => [step, values[step]])]) {
    expect(await run('pacman-key', ...keys, ...args)).toMatchObject({ status: 0 });
  }
  await run('gpgconf', '--homedir', join(folder, 'gnupg'), '--kill', 'all');
}

async function pacman(injectFault: FaultInjector | undefined, ...args: string[]): Promise<Outcome> {
  const server = await serveMirror(mirror.root, injectFault === undefined ? {} : { injectFault });
  try {
    const config = join(folder, 'pacman.conf');
    writeFileSync(
      config,
      [
        '[options]',
        'Architecture = x86_64',
        'SigLevel = Required DatabaseRequired',
        ...['core', 'extra'].flatMap((name) => [`[${name}]`, `Server = ${server.address}`]),
      ].join('\n'),
    );
    for (const name of ['db', 'root', 'cache']) mkdirSync(join(folder, name), { recursive: true });
    const own = ['dbpath', 'root', 'cachedir', 'gpgdir'].flatMap((option) => [
      `--${option}`,
      join(folder, { dbpath: 'db', root: 'root', cachedir: 'cache', gpgdir: 'gnupg' }[option] ?? ''),
    ]);
    const quiet = ['--noconfirm', '--noprogressbar', '--logfile', '/dev/null'];
    return await run('pacman', '--config', config, ...own, ...quiet, ...args);
  } finally {
    await server.close();
  }
}

/** Sends another file from the mirror instead of the requested file. */
function swap(asked: string, sent: string): FaultInjector {
  return (path, _request, response) => {
    if (path !== asked) return false;
    response.end(readFileSync(join(mirror.root, sent)));
    return true;
  };
}

describe('a built mirror', () => {
  it('is cached, so that a second build logs nothing', async () => {
    const said: string[] = [];
    expect(await buildMirror({ set: 'tiny', log: (line) => said.push(line) })).toEqual(mirror);
    expect(said).toEqual([]);
  });

  it('provides all packages to a package manager that requires every signature', async () => {
    await preparePacman('--add', '--lsign-key');
    const all =
      'base base-devel efibootmgr grub linux linux-firmware mkinitcpio nginx openssh sudo tree'.split(' ');
    const needed = ['binutils', 'efivar', 'popt', 'writ-mirror-keyring'];
    expect(await pacman(undefined, '-Syw', ...all)).toMatchObject({ status: 0 });
    const files = readdirSync(join(folder, 'cache')).filter((name) => name.endsWith('.pkg.tar.zst'));
    const names = files.map((name) => name.split('-').slice(0, -3).join('-'));
    expect(names.toSorted()).toEqual([...all, ...needed].toSorted());
    expect(await pacman(undefined, '-Fy')).toMatchObject({ status: 0 });
    const found = await pacman(undefined, '-F', '/usr/lib/systemd/system/sshd.service');
    expect(found).toMatchObject({ status: 0, output: expect.stringContaining('core/openssh') });
  });

  it('is rejected if a database has the signature of another database', async () => {
    await preparePacman('--add', '--lsign-key');
    const { status, output } = await pacman(
      swap('/core/os/x86_64/core.db.sig', 'extra/os/x86_64/extra.db.sig'),
      '-Sy',
    );
    expect(status).toBe(1);
    expect(output).toContain('core: signature');
    expect(output).toContain('is invalid');
  });

  it('is rejected if a package is sent under the name of another package', async () => {
    await preparePacman('--add', '--lsign-key');
    const nameOf = (start: string): string =>
      readdirSync(join(mirror.root, 'core/os/x86_64')).find((name) => name.startsWith(start)) ?? '';
    const [sudo, openssh] = [nameOf('sudo-'), nameOf('openssh-')];
    const swapped = swap(`/core/os/x86_64/${sudo}`, `core/os/x86_64/${openssh}`);
    const { status } = await pacman(swapped, '-Syw', 'sudo');
    expect(status).toBe(1);
  });

  it('is rejected if its key is not trusted', async () => {
    await preparePacman('--add');
    const { status, output } = await pacman(undefined, '-Sy');
    expect(status).toBe(1);
    expect(output).toContain('unknown trust');
  });
});

describe('a build of a mirror', () => {
  // A separate state folder, so that installations on this machine do not trust these keys.
  beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', join(folder, 'state')));
  afterEach(() => void vi.unstubAllEnvs());

  const pinned = (): string[] => readdirSync(join(folder, 'state/writ/mirror-keys'));

  /** Reuses the downloads of the machine's mirror to avoid downloading the packages again. */
  function seedDownloads(cache: string): void {
    const from = join(dirname(mirror.root), 'debian/packages');
    const to = join(cache, 'debian/packages');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      try {
        linkSync(join(from, name), join(to, name));
      } catch {
        cpSync(join(from, name), join(to, name));
      }
    }
  }

  it('does not affect later builds if it is killed: the first of them builds a mirror, for which the others wait', async () => {
    const cache = join(folder, 'cache');
    seedDownloads(cache);
    const script = `
      import { buildMirror } from '@writ/mirror';
      const log = (line) => line === 'packing linux' && process.kill(process.pid, 'SIGKILL');
      await buildMirror({ set: 'tiny', cache: ${JSON.stringify(cache)}, log });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      stdio: 'ignore',
      timeout: 300_000,
    });
    const signal = await new Promise((done) => child.once('close', (_status, how) => done(how)));
    expect(signal).toBe('SIGKILL');
    expect(readdirSync(cache).toSorted()).toEqual([expect.stringMatching(/^building-tiny-/), 'debian']);

    const lines: string[][] = [[], []];
    const builds = lines.map((of) => buildMirror({ set: 'tiny', cache, log: (line) => of.push(line) }));
    const [built, other] = (await Promise.all(builds)) as [Mirror, Mirror];
    expect(readdirSync(cache).toSorted()).toEqual([
      'debian',
      expect.stringMatching(/^tiny-/),
      'tiny.resolved',
    ]);
    expect(readFileSync(join(built.root, 'writ-mirror.fingerprint'), 'utf8')).toBe(`${built.fingerprint}\n`);
    expect(pinned()).toEqual([built.fingerprint]);
    // One of the two builds waits for the other, and uses its mirror.
    expect(other).toEqual(built);
    const waiting = 'waiting for another process that builds a mirror';
    expect(lines.filter((of) => of.includes('packing base'))).toHaveLength(1);
    expect(lines.filter((of) => of.includes(waiting) && of.length === 1)).toHaveLength(1);
  });

  it('replaces a cached mirror whose key this user did not create', async () => {
    const cache = join(folder, 'cache');
    execFileSync('cp', ['-a', '--', dirname(mirror.root), cache]);
    const built = await buildMirror({ set: 'tiny', cache });
    expect(built.root).toBe(join(cache, basename(mirror.root)));
    expect(built.fingerprint).not.toBe(mirror.fingerprint);
    expect(pinned()).toEqual([built.fingerprint]);
    expect(await buildMirror({ set: 'tiny', cache })).toEqual(built);
  });

  it('ends when it is aborted, and leaves no incomplete files behind', async () => {
    const cache = join(folder, 'cache');
    seedDownloads(cache);
    const stop = new AbortController();
    const build = buildMirror({
      set: 'tiny',
      cache,
      log: (line) => {
        if (line === 'packing base') stop.abort();
      },
      signal: stop.signal,
    });
    await expect(build).rejects.toThrow();
    expect(readdirSync(cache)).toEqual(['debian']);
  });
});
