import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';
import {
  runShared,
  serveShared,
  type ExitedCommand,
  type ServingCommand,
} from '../../test/shared-command.ts';

const writ = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  stdout: string;
  stderr: string;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
}

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-serve-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

let served: ServingCommand | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

/** The environment of a machine without the programs that a mirror requires. */
const environmentOf = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: folder,
  HOME: folder,
  ...nodeEnvironment,
  ...more,
});

/** `writ serve` in its own process, for tests of signals and exits. */
function serve(args: readonly string[], environment: Record<string, string> = {}): Started {
  const env = environmentOf(environment);
  const child = spawn(process.execPath, [writ, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const started: Started = { child, stdout: '', stderr: '', ended };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.stderr += text));
  return started;
}

/** `writ serve` in the shared process, until it is stopped. */
async function serveInShared(
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<ServingCommand> {
  served = await serveShared(folder, ['serve', '--port', '0', ...args], { env: environmentOf(environment) });
  return served;
}

async function stopShared(): Promise<ExitedCommand> {
  const ended = await served!.stop();
  served = undefined;
  return ended;
}

/** A `writ serve` that ends by itself. */
function serveBriefly(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ExitedCommand> {
  return runShared(folder, ['serve', ...args], { env: environmentOf(environment) });
}

/** The address that `writ serve --link` prints. */
async function printLink(environment: Record<string, string> = {}): Promise<URL> {
  const { status, stdout, stderr } = await serveBriefly(['--link'], environment);
  expect(status, stderr).toBe(0);
  return new URL(stdout.trim());
}

async function addressOf(started: Started): Promise<URL> {
  await vi.waitFor(() => expect(started.stdout, started.stderr).toMatch(/\n$/), { timeout: 120_000 });
  return new URL(started.stdout.trim());
}

const codeOf = (address: URL): string => new URLSearchParams(address.hash.slice(1)).get('code')!;

function exchange(address: URL, code = codeOf(address)): Promise<Response> {
  return fetch(new URL('/session', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
}

async function statusWith(token: string, address: URL): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(new URL('/api/installs', address), { headers })).status;
}

const programs = [
  'apt-get',
  'dpkg-deb',
  'bsdtar',
  'depmod',
  'modprobe',
  'gpg',
  'gpgconf',
  'repo-add',
  'makepkg',
] as const;

/** Locks a mirror's folder as another build would; the returned function releases the lock. */
async function lockOf(cache: string): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true });
  const name = createHash('sha256').update(realpathSync(cache)).digest('hex').slice(0, 32);
  const lock = createServer().listen(`\0writ-mirror-${process.getuid?.() ?? 0}-${name}`);
  await once(lock, 'listening');
  return () => new Promise((done) => lock.close(() => done()));
}

// Each test starts several processes, one after the other.
describe('writ serve', { timeout: 600_000 }, () => {
  it('prints its address, serves without a mirror and reports why, and exits with 0', async () => {
    const started = serve(['--port', '0']);
    const address = await addressOf(started);
    expect(started.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}\n$/);
    await vi.waitFor(
      () => expect(started.stderr).toMatch(/demonstration mirror is not available: .*missing \(.*pacman/),
      60_000,
    );
    expect(started.stderr).toContain(join(folder, '.local/share/writ/images'));
    expect(statSync(join(folder, '.local/state/writ')).mode & 0o777).toBe(0o700);

    expect(await (await fetch(new URL('/health', address))).json()).toEqual({ status: 'ok' });
    const { token } = (await (await exchange(address)).json()) as { token: string };
    const response = await fetch(new URL('/api/service', address), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({
      notices: [expect.stringContaining('missing')],
      mirrors: [{ id: 'distribution' }],
    });
    expect((await exchange(address)).status).toBe(403);

    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.stdout + started.stderr).not.toContain(token);
  });

  it('neither builds nor mentions the demonstration mirror with --no-demonstration', async () => {
    const { url, output } = await serveInShared(['--no-demonstration']);
    const address = new URL(url);
    const { token } = (await (await exchange(address)).json()) as { token: string };
    const response = await fetch(new URL('/api/service', address), {
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = await response.json();
    expect(answer).toMatchObject({ notices: [], mirrors: [{ id: 'distribution' }] });
    expect(answer).not.toHaveProperty('preparing');
    expect((await stopShared()).status).toBe(0);
    expect(output().stderr).not.toContain('demonstration');
  });

  it('prints its address while the mirror is built, and responds with the progress', async () => {
    // Create the programs that a build requires, but in a form that always fails.
    for (const name of programs) symlinkSync('/bin/false', join(folder, name));
    const environment = { WRIT_CACHE: join(folder, 'cache') };
    const release = await lockOf(join(folder, 'cache/mirror'));
    const address = new URL((await serveInShared([], environment)).url);
    const { token } = (await (await exchange(address)).json()) as { token: string };
    const facts = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(new URL('/api/service', address), { headers })).json();
    };
    await vi.waitFor(async () => {
      expect(await facts()).toMatchObject({
        preparing: expect.stringMatching(/mirror is being built: waiting for another process/),
        notices: [],
        mirrors: [{ id: 'distribution' }],
      });
    }, 240_000);
    await release();
    await vi.waitFor(async () => {
      const answer = await facts();
      expect(answer).toMatchObject({
        notices: [expect.stringContaining('The demonstration mirror is not available')],
      });
      expect(answer).not.toHaveProperty('preparing');
    }, 240_000);
    expect((await stopShared()).status).toBe(0);
  });

  it('exits with 0 after SIGINT while the mirror is built', async () => {
    for (const name of programs) symlinkSync('/bin/false', join(folder, name));
    const release = await lockOf(join(folder, 'cache/mirror'));
    const started = serve(['--port', '0'], { WRIT_CACHE: join(folder, 'cache') });
    await addressOf(started);
    await vi.waitFor(() => expect(started.stderr).toContain('waiting for another process'), 60_000);
    started.child.kill('SIGINT');
    expect(await started.ended, started.stderr).toBe(0);
    expect(started.stderr).not.toContain('no demonstration mirror');
    await release();
  });

  it('prints other addresses with --link while it runs, and keeps its token across a kill until --new-token replaces it', async () => {
    const file = join(folder, '.local/state/writ/token');
    const first = serve(['--port', '0']);
    const address = await addressOf(first);
    expect(first.stderr).toContain(file);
    const token = readFileSync(file, 'utf8').trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await (await exchange(address)).json()).toEqual({ token });
    const second = await printLink();
    expect(second.origin).toBe(address.origin);
    expect(codeOf(second)).not.toBe(codeOf(address));
    expect((await exchange(second)).status).toBe(200);
    expect(statSync(join(folder, '.local/state/writ/link.sock')).mode & 0o777).toBe(0o600);
    const unused = codeOf(await printLink());
    first.child.kill('SIGKILL');
    await first.ended;
    const without = await serveBriefly(['--link']);
    expect([without.status, without.stdout]).toEqual([2, '']);
    expect(without.stderr).toMatch(/no service is running .*WRIT_STATE/);

    // The socket of the killed service does not prevent a start.
    const next = new URL((await serveInShared()).url);
    expect((await exchange(await printLink())).status).toBe(200);
    expect(await statusWith(token, next)).toBe(200);
    // A code becomes invalid when its service ends.
    expect((await exchange(next, unused)).status).toBe(403);
    await stopShared();

    const last = new URL((await serveInShared(['--new-token'])).url);
    expect(await statusWith(token, last)).toBe(401);
    expect(await statusWith(readFileSync(file, 'utf8').trim(), last)).toBe(200);
    const { stdout, stderr } = await stopShared();
    expect(stdout + stderr).not.toContain(token);
  });

  it('prints another address with --link if the path of the state folder is too long for a socket', async () => {
    const state = { WRIT_STATE: join(folder, 'a'.repeat(100), 'b'.repeat(100)) };
    await serveInShared([], state);
    expect((await exchange(await printLink(state))).status).toBe(200);
    expect((await stopShared()).status).toBe(0);
    expect(existsSync(join(state.WRIT_STATE, 'link.sock'))).toBe(false);
  });

  it('uses the token from WRIT_TOKEN without writing it to a file', async () => {
    const token = 'a-token-of-my-own-choosing';
    const address = new URL((await serveInShared([], { WRIT_TOKEN: token })).url);
    expect(await (await exchange(address)).json()).toEqual({ token });
    expect(existsSync(join(folder, '.local/state/writ/token'))).toBe(false);
    const { status, stdout, stderr } = await stopShared();
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain(token);
  });

  it('reports that the port or the state folder is in use', async () => {
    const { port } = new URL((await serveInShared()).url);
    const samePort = await serveBriefly(['--port', port], { WRIT_STATE: join(folder, 'other') });
    expect(samePort.status).toBe(2);
    expect(samePort.stderr).toMatch(/port \d+ .* in use .*--port/);
    const sameState = await serveBriefly(['--port', '0']);
    expect(sameState.status).toBe(2);
    expect(sameState.stderr).toMatch(/Another install service .*WRIT_STATE/);
    expect(samePort.stdout + sameState.stdout).toBe('');
  });

  it('reports that it cannot use a folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    const images = await serveBriefly(['--port', '0'], { WRIT_IMAGES: join(folder, 'file/images') });
    expect(images.status).toBe(2);
    expect(images.stderr).toContain('WRIT_IMAGES');
    const state = await serveBriefly(['--port', '0'], { WRIT_STATE: join(folder, 'file/state') });
    expect(state.status).toBe(2);
    expect(state.stderr).toContain('WRIT_STATE');
    const key = await serveBriefly(['--port', '0'], { WRIT_SEAL_KEY_FILE: join(folder, 'no-key') });
    expect(key.status).toBe(2);
    expect(key.stderr).toMatch(/WRIT_SEAL_KEY_FILE .*no-key cannot be read/);
    expect(existsSync(join(folder, '.local/state/writ/token'))).toBe(false);
  });

  it('does not start with an invalid option', async () => {
    const started = await serveBriefly(['--port', 'x', '--allow-device']);
    expect(started.status).toBe(2);
    expect(started.stderr).toContain('--allow-device');
    expect(existsSync(join(folder, '.local'))).toBe(false);
  });
});
