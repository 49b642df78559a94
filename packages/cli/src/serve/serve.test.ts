import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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

/** `writ serve` on a machine without the programs that a mirror needs. */
function serve(args: readonly string[], environment: Record<string, string> = {}): Started {
  const env = { PATH: folder, HOME: folder, ...environment };
  const child = spawn(process.execPath, [writ, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const started: Started = { child, stdout: '', stderr: '', ended };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.stderr += text));
  return started;
}

async function addressOf(started: Started): Promise<URL> {
  await vi.waitFor(() => expect(started.stdout, started.stderr).toMatch(/\n$/), { timeout: 15_000 });
  return new URL(started.stdout.trim());
}

describe('writ serve', () => {
  it('serves without the mirror and says what is missing, prints its address last, and stops with 0', async () => {
    const started = serve(['--port', '0']);
    const address = await addressOf(started);
    expect(started.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
    expect(started.stderr).toMatch(/no demonstration mirror: .*missing: .*pacman/);
    expect(started.stderr).toContain(join(folder, '.local/share/writ/images'));
    expect(statSync(join(folder, '.local/state/writ')).mode & 0o777).toBe(0o700);

    expect(await (await fetch(new URL('/health', address))).json()).toEqual({ status: 'ok' });
    const token = address.searchParams.get('token')!;
    const response = await fetch(new URL('/api/service', address), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({
      notices: [expect.stringContaining('missing')],
      mirrors: [{ id: 'distribution' }],
    });

    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.stderr).not.toContain(token);
  });

  it('takes the token of WRIT_TOKEN', async () => {
    const token = 'a-token-of-my-own-choosing';
    const started = serve(['--port', '0'], { WRIT_TOKEN: token });
    expect((await addressOf(started)).searchParams.get('token')).toBe(token);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  it('says that a port or a state folder is taken', async () => {
    const first = serve(['--port', '0']);
    const { port } = await addressOf(first);
    const samePort = serve(['--port', port], { WRIT_STATE: join(folder, 'other') });
    expect(await samePort.ended).toBe(2);
    expect(samePort.stderr).toMatch(/port \d+ .* taken .*--port/);
    const sameState = serve(['--port', '0']);
    expect(await sameState.ended).toBe(2);
    expect(sameState.stderr).toMatch(/Another install service .*WRIT_STATE/);
    expect(samePort.stdout + sameState.stdout).toBe('');
  });

  it('says which folder it cannot use', async () => {
    writeFileSync(join(folder, 'file'), '');
    const images = serve(['--port', '0'], { WRIT_IMAGES: join(folder, 'file/images') });
    expect(await images.ended).toBe(2);
    expect(images.stderr).toContain('WRIT_IMAGES');
    const state = serve(['--port', '0'], { WRIT_STATE: join(folder, 'file/state') });
    expect(await state.ended).toBe(2);
    expect(state.stderr).toContain('WRIT_STATE');
  });

  it('begins nothing with a wrong option', async () => {
    const started = serve(['--port', 'x', '--allow-device']);
    expect(await started.ended).toBe(2);
    expect(started.stderr).toContain('--allow-device');
    expect(existsSync(join(folder, '.local'))).toBe(false);
  });
});
