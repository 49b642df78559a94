/** Tests the install service with kills and a full disk, using the real process, pacman and demonstration mirror. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { lockFolder } from '../tools/mirror/src/build/lock.ts';
import { Hold, killedAt, type RecordMoment } from './kill-at.ts';
import { MemoryFolder } from './memory-folder.ts';
import { filesShowing, planted, secretsShownIn } from './planted.ts';

const writ = fileURLToPath(new URL('../packages/cli/bin/writ.js', import.meta.url));
const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'writ-service-'));
const memory = new MemoryFolder('4g');
const images = join(memory.path, 'images');
/** Less than a fifth of the default: the service hashes each image, while the next installation runs. */
const IMAGE_SIZE = 1.5 * 1024 ** 3;

/** The middle of a running installation. */
const midst: RecordMoment = { record: 'start', operation: 'packages', when: 'after' };

interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly closed: Promise<unknown>;
  end(signal: NodeJS.Signals): Promise<void>;
  ask(path: string, json?: unknown): Promise<{ readonly status: number; readonly text: string }>;
  install(id: number): Promise<Record<string, unknown>>;
}

const running: Served[] = [];
const answers: string[] = [];

/** Starts a service with its own state folder. */
async function serve(
  state: string,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Served> {
  const child = spawn(process.execPath, [writ, 'serve', '--port', '0', ...options], {
    env: { ...process.env, WRIT_STATE: state, WRIT_IMAGES: images, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(child, 'close');
  const limit = setTimeout(() => child.kill('SIGKILL'), 5 * MINUTE);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('http:')) continue;
    clearTimeout(limit);
    const { origin } = new URL(line);
    const token = readFileSync(join(state, 'token'), 'utf8').trim();
    const ask: Served['ask'] = async (path, json) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = typeof json === 'string' ? json : JSON.stringify(json);
      const init = json === undefined ? { headers } : { method: 'POST', headers, body };
      const response = await fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(5 * MINUTE) });
      const text = await response.text();
      answers.push(text);
      return { status: response.status, text };
    };
    const served: Served = {
      url: origin,
      process: child,
      output: () => output,
      closed,
      ask,
      install: async (id) => JSON.parse((await ask(`/api/installs/${id}`)).text) as Record<string, unknown>,
      end: async (signal) => {
        child.kill(signal);
        await closed;
      },
    };
    running.push(served);
    return served;
  }
  throw new Error(`writ serve ended before it listened:\n${output}`);
}

afterEach(async () => {
  for (const { process: child, output, end } of running.splice(0)) {
    answers.push(output());
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
  }
  rmSync(images, { recursive: true, force: true, maxRetries: 10 });
});
afterAll(() => {
  memory[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The example with planted passwords, a locale that need not be generated, and a command with one of the passwords. */
async function configuration({ ask }: Served, secretive = false): Promise<string> {
  const example = JSON.parse((await ask('/api/example')).text) as Record<string, unknown>;
  return JSON.stringify({
    ...example,
    'sys-language': 'C.UTF-8',
    '!root-password': planted.root,
    '!users': { username: 'ada', '!password': planted.ada, sudo: true },
    'custom-commands': secretive ? [`test -n 'https://me:${planted.command}@host/'`] : [],
  });
}

async function begin(served: Served, image: string, text: string): Promise<number> {
  const asked = { configuration: text, image, imageSize: IMAGE_SIZE, advanced: true };
  const plan = JSON.parse((await served.ask('/api/installs/plan', asked)).text) as { digest: string };
  const { status, text: answer } = await served.ask('/api/installs', { ...asked, planSha256: plan.digest });
  expect(status, answer).toBe(202);
  return (JSON.parse(answer) as { id: number }).id;
}

async function until(served: Served, id: number, wanted: string): Promise<Record<string, unknown>> {
  return vi.waitFor(
    async () => {
      const install = await served.install(id);
      expect(install, JSON.stringify(install)).toMatchObject({ state: wanted });
      return install;
    },
    { timeout: 5 * MINUTE, interval: 250 },
  );
}

/** Checks that an installation is done, that its events report this once, and that it cannot be resumed. */
async function expectDoneOnce(served: Served, id: number): Promise<void> {
  expect(await served.install(id)).toMatchObject({ state: 'done', resumable: false });
  const { text } = await served.ask(`/api/installs/${id}/events`);
  expect(text.match(/"state":"done"/g)).toHaveLength(1);
  expect((await served.ask(`/api/installs/${id}/resume`, {})).status).toBe(409);
}

describe('a service that is killed', () => {
  it('runs queued installations, resumes running ones, requests secrets and retains completed ones after its restart', async () => {
    const state = join(folder, 'killed');
    using hold = new Hold(midst);
    const first = await serve(state, hold.environment);
    const [plain, secretive] = [await configuration(first), await configuration(first, true)];
    const ran = await begin(first, 'ran.img', plain);
    await hold.reached(first.closed);
    const waited = await begin(first, 'waited.img', plain);
    const needing = await begin(first, 'needing.img', secretive);
    await first.end('SIGKILL');
    expect(existsSync(join(images, 'ran.img'))).toBe(false);
    expect(await filesShowing(state)).toEqual([]);

    const second = await serve(state);
    expect(await second.install(ran)).toMatchObject({ state: 'interrupted', resumable: true });
    const name = 'custom command 1';
    expect(await second.install(needing)).toMatchObject({ state: 'needs-secret', needs: [name] });
    await until(second, waited, 'done');
    expect(existsSync(join(images, 'waited.img'))).toBe(true);

    const command = `test -n 'https://me:${planted.command}@host/'`;
    const { status } = await second.ask(`/api/installs/${needing}/secrets`, { [name]: command });
    expect(status).toBe(202);
    await until(second, needing, 'done');

    const resumed = JSON.parse((await second.ask(`/api/installs/${ran}/resume`, {})).text) as { id: number };
    await until(second, resumed.id, 'done');
    await second.end('SIGKILL');

    const third = await serve(state);
    for (const id of [waited, needing, resumed.id]) {
      expect(await third.install(id)).toMatchObject({ state: 'done', resumable: false });
      const { text } = await third.ask(`/api/installs/${id}/events`);
      expect(text).toContain('"state":"done"');
    }
    expect(await third.install(ran)).toMatchObject({ state: 'interrupted', resumable: false });
    expect((await third.ask(`/api/installs/${ran}/resume`, {})).status).toBe(409);
    await third.end('SIGTERM');
    expect(await filesShowing(state)).toEqual([]);
    for (const { output } of [first, second, third]) answers.push(output());
    expect(answers.flatMap(secretsShownIn)).toEqual([]);
  });

  it('runs an installation exactly once after its restart if it was killed right after accepting it', async () => {
    const state = join(folder, 'accepted');
    const locked = join(folder, 'locked');
    mkdirSync(join(locked, 'mirror'), { recursive: true });
    let id: number;
    {
      // New installations wait for the demonstration mirror, whose build waits for the lock.
      await using _lock = await lockFolder(join(locked, 'mirror'), 0);
      const first = await serve(state, { WRIT_CACHE: locked });
      id = await begin(first, 'accepted.img', await configuration(first));
      expect(await first.install(id)).toMatchObject({ state: 'queued' });
      await first.end('SIGKILL');
    }
    const second = await serve(state);
    await until(second, id, 'done');
    expect(JSON.parse((await second.ask('/api/installs')).text)).toHaveLength(1);
    await second.end('SIGKILL');
    await expectDoneOnce(await serve(state), id);
  });

  it('leaves refused, failed and cancelled installations unchanged, and runs none of them again', async () => {
    const state = join(folder, 'ended');
    const first = await serve(state);
    const example = JSON.parse(await configuration(first)) as Record<string, unknown>;
    const refused = await begin(
      first,
      'refused.img',
      JSON.stringify({ ...example, packages: ['no-such-package'] }),
    );
    await until(first, refused, 'refused');
    const failed = await begin(
      first,
      'failed.img',
      JSON.stringify({ ...example, 'custom-commands': ['exit 7'] }),
    );
    const cancelled = await begin(first, 'cancelled.img', JSON.stringify(example));
    expect((await first.ask(`/api/installs/${cancelled}/cancel`, {})).status).toBe(202);
    await until(first, failed, 'failed');
    await first.end('SIGKILL');

    const second = await serve(state);
    expect(await second.install(refused)).toMatchObject({ state: 'refused', resumable: false });
    expect(await second.install(failed)).toMatchObject({ state: 'failed', resumable: true });
    expect(await second.install(cancelled)).toMatchObject({ state: 'cancelled', resumable: false });
    for (const id of [refused, failed, cancelled]) {
      const { text } = await second.ask(`/api/installs/${id}/events`);
      expect(text.match(/^event: end$/gm)).toHaveLength(1);
      expect(text).not.toMatch(/with --|same command/);
    }
    // Start a later installation, which shows that none of them is waiting or running.
    const later = await begin(second, 'later.img', JSON.stringify(example));
    await until(second, later, 'done');
    expect(JSON.parse((await second.ask('/api/installs')).text)).toHaveLength(4);
    expect(
      ['refused', 'failed', 'cancelled'].filter((name) => existsSync(join(images, `${name}.img`))),
    ).toEqual([]);
  });

  it('resumes a started installation on request exactly once after its restart', async () => {
    const state = join(folder, 'begun');
    const first = await serve(state, killedAt(midst));
    const id = await begin(first, 'begun.img', await configuration(first));
    expect(await first.closed).toEqual([null, 'SIGKILL']);
    const second = await serve(state);
    expect(await second.install(id)).toMatchObject({ state: 'interrupted', resumable: true });
    const resumed = JSON.parse((await second.ask(`/api/installs/${id}/resume`, {})).text) as { id: number };
    await until(second, resumed.id, 'done');
    await second.end('SIGKILL');
    await expectDoneOnce(await serve(state), resumed.id);
  });
});

describe('a resumed installation', () => {
  it('does not replace an image that was created in the meantime', async () => {
    using hold = new Hold(midst);
    const served = await serve(join(folder, 'between'), hold.environment);
    const text = await configuration(served);
    const id = await begin(served, 'between.img', text);
    await hold.reached(served.closed);
    await served.ask(`/api/installs/${id}/cancel`, {});
    hold.release();
    await until(served, id, 'cancelled');
    // Act like a user at a terminal.
    writeFileSync(join(folder, 'machine.json'), text, { mode: 0o600 });
    const target = join(images, 'between.img');
    const machine = join(folder, 'machine.json');
    await promisify(execFile)(
      process.execPath,
      [writ, 'install', machine, '--target', target, '--yes', '--advanced'],
      {
        timeout: 5 * MINUTE,
      },
    );
    const before = statSync(target);
    const resumed = JSON.parse((await served.ask(`/api/installs/${id}/resume`, {})).text) as { id: number };
    const { failure } = await until(served, resumed.id, 'refused');
    expect(JSON.stringify(failure)).toContain('no unfinished installation');
    expect([statSync(target).ino, statSync(target).mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(await served.install(resumed.id)).toMatchObject({ resumable: false });
  });
});

describe('a service that drains', () => {
  it('lets the running installation end after SIGTERM, refuses new ones, and runs the waiting one after its restart', async () => {
    const state = join(folder, 'drained');
    using hold = new Hold(midst);
    const first = await serve(state, hold.environment, ['--drain', '5m']);
    const text = await configuration(first);
    const ran = await begin(first, 'drained.img', text);
    await hold.reached(first.closed);
    const waited = await begin(first, 'not-started.img', text);
    first.process.kill('SIGTERM');
    await vi.waitFor(() =>
      expect(first.output()).toContain('waiting up to 300 s for the running installation to end'),
    );
    expect((await first.ask('/ready')).status).toBe(503);
    const plan = await first.ask('/api/plan?image=refused-new.img', text);
    const { digest: planSha256 } = JSON.parse(plan.text) as { digest: string };
    const request = { configuration: text, image: 'refused-new.img', planSha256 };
    expect((await first.ask('/api/installs', request)).status).toBe(503);
    expect(await first.install(ran)).toMatchObject({ state: 'running' });
    hold.release();
    expect(await first.closed).toEqual([0, null]);
    expect(first.output()).toContain('the running installation has ended');
    expect(first.output()).not.toContain('interrupting');
    expect(statSync(join(images, 'drained.img')).isFile()).toBe(true);

    const second = await serve(state);
    await expectDoneOnce(second, ran);
    await until(second, waited, 'done');
  });

  it('interrupts the running installation at a second SIGTERM, and can resume it after its restart', async () => {
    const state = join(folder, 'hurried');
    using hold = new Hold(midst);
    const first = await serve(state, hold.environment, ['--drain', '5m']);
    const id = await begin(first, 'hurried.img', await configuration(first));
    await hold.reached(first.closed);
    first.process.kill('SIGTERM');
    await vi.waitFor(() => expect(first.output()).toContain('waiting up to 300 s'));
    first.process.kill('SIGTERM');
    await vi.waitFor(() => expect(first.output()).toContain('interrupting the running installation'));
    hold.release();
    expect(await first.closed).toEqual([0, null]);
    const second = await serve(state);
    expect(await second.install(id)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(existsSync(join(images, 'hurried.img'))).toBe(false);
  });
});

describe('a service whose state disk is full', () => {
  it('reports the full disk, refuses new installations and lists completed ones, even after a kill', async () => {
    const disk = join(folder, 'small');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    try {
      const state = join(disk, 'state');
      using hold = new Hold(midst);
      const served = await serve(state, hold.environment);
      const text = await configuration(served);
      const id = await begin(served, 'full.img', text);
      // The service would not start with a full disk.
      await hold.reached(served.closed);
      const fill = (): void => {
        try {
          for (;;) writeFileSync(join(disk, 'ballast'), Buffer.alloc(4096), { flag: 'a' });
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        }
      };
      fill();
      hold.release();
      await until(served, id, 'done');
      const health = await served.ask('/health');
      expect([health.status, health.text]).toEqual([503, expect.stringContaining('state-full')]);
      const planSha256 = (
        JSON.parse((await served.ask('/api/plan?image=more.img', text)).text) as { digest: string }
      ).digest;
      const refused = await served.ask('/api/installs', {
        configuration: text,
        image: 'more.img',
        planSha256,
      });
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        507,
        expect.objectContaining({ code: 'state-full', detail: expect.stringContaining(state) }),
      ]);
      expect((await served.ask(`/api/installs/${id}/events`)).text).toContain('"state":"done"');
      rmSync(join(disk, 'ballast'));
      await vi.waitFor(async () => expect((await served.ask('/health')).status).toBe(200), {
        timeout: MINUTE,
      });
      await served.end('SIGKILL');
      const again = await serve(state);
      expect(await again.install(id)).toMatchObject({ state: 'done' });
      await again.end('SIGTERM');
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });
});
