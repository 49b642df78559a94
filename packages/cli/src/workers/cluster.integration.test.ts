/** Starts, stops and kills real worker processes on one port. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isRunning, page, project, writ, type RunningCommand } from '../../test/project.ts';

const application = `${page}import { setTimeout } from 'node:timers/promises';
  export class Default extends Controller { GET() { return process.pid; } }
  export class Slow extends Controller {
    async GET() { process.stdout.write('begun'); await setTimeout(600); return 'whole'; }
  }
  export class Stuck extends Controller {
    GET() { process.stdout.write('begun'); return new Promise(() => {}); }
  }`;

function startWorkers(
  files: Readonly<Record<string, string>>,
  count: number,
  ...more: readonly string[]
): RunningCommand {
  return writ(project(files), ['--prefix=app', '--host=127.0.0.1:0', `--workers=${count}`, ...more]);
}

/** Sends a request on a new connection, so that each request may reach another worker. */
async function sendRequest(url: string): Promise<unknown> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return json(response);
}

/** Sends requests until `count` different workers have answered, and returns their process ids. */
async function findWorkers(url: string, count: number): Promise<number[]> {
  const found = new Set<number>();
  await vi.waitFor(
    async () => {
      found.add((await sendRequest(url)) as number);
      expect(found.size).toBe(count);
    },
    { timeout: 120_000, interval: 10 },
  );
  return [...found];
}

describe('writ --workers', () => {
  it.each([
    ['SIGTERM', 'node', 2],
    ['SIGINT', 'fast', 2],
  ] as const)(
    'lets a slow request finish after %s, and stops all processes (%s, %i processes)',
    async (signal, transport, count) => {
      const files = { 'app.ts': application };
      const { child, url, ended } = startWorkers(files, count, `--transport=${transport}`);
      const address = await url;
      const found = await findWorkers(address, count);
      expect(found).not.toContain(child.pid);
      const response = sendRequest(`${address}/slow`);
      child.stdout.once('data', () => child.kill(signal));
      expect(await response).toBe('whole');
      const { status, stderr } = await ended;
      expect(status).toBe(0);
      expect(stderr).toBe(`writ: serving 3 routes from app at ${address} with ${count} workers\n`);
      expect(found.filter(isRunning)).toEqual([]);
      await expect(sendRequest(address)).rejects.toThrow('ECONNREFUSED');
    },
  );

  it('replaces a worker that was killed while it serves requests', async () => {
    const { child, url, waitForStderr, ended } = startWorkers({ 'app.ts': application }, 2);
    const address = await url;
    const [victim] = await findWorkers(address, 2);
    let failures = 0;
    let answers = 0;
    const stopClients = new AbortController();
    const clients = Array.from({ length: 4 }, async () => {
      while (!stopClients.signal.aborted) {
        await sendRequest(address).then(
          () => (answers += 1),
          () => (failures += 1),
        );
      }
    });
    process.kill(victim!, 'SIGKILL');
    await waitForStderr(new RegExp(`worker ${victim} was killed by SIGKILL; starting a replacement\\n`));
    const now = await findWorkers(address, 2);
    stopClients.abort();
    await Promise.all(clients);
    expect(now).not.toContain(victim);
    expect(answers).toBeGreaterThan(0);
    // Each client had at most one request at the killed worker, and one more before its end was noticed.
    expect(failures).toBeLessThanOrEqual(2 * clients.length);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
    expect(now.filter(isRunning)).toEqual([]);
  });

  it('replaces workers that crash repeatedly with increasing delays, and leaves none running when it is killed', async () => {
    const { child, url, waitForStderr } = startWorkers(
      { 'app.ts': `${application}\nexport class Die extends Controller { GET() { process.exit(7); } }` },
      1,
    );
    const address = await url;
    for (const when of ['', ' in 0.1 s', ' in 0.2 s']) {
      await vi.waitFor(() => sendRequest(address), { timeout: 120_000 });
      await sendRequest(`${address}/die`).catch(() => {});
      await waitForStderr(new RegExp(`worker \\d+ exited with status 7; starting a replacement${when}\\n`));
    }
    const found = await findWorkers(address, 1);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(found.filter(isRunning)).toEqual([]), { timeout: 120_000 });
  });

  it('kills all workers after a second signal', async () => {
    const { child, url, ended } = startWorkers({ 'app.ts': application }, 2);
    const address = await url;
    const found = await findWorkers(address, 2);
    const response = sendRequest(`${address}/stuck`).catch(() => 'cut');
    child.stdout.once('data', () => {
      child.kill('SIGTERM');
      child.kill('SIGINT');
    });
    expect((await ended).status).toBe(130);
    expect(await response).toBe('cut');
    await vi.waitFor(() => expect(found.filter(isRunning)).toEqual([]), { timeout: 30_000 });
  });

  it('prints the findings once and exits if no worker can start', async () => {
    const { status, stderr } = await startWorkers(
      { 'app.ts': `${page}export class A extends Controller { GET(id: any) {} }` },
      2,
    ).ended;
    expect(status).toBe(1);
    expect(stderr.match(/W3401/g)).toHaveLength(1);
    expect(stderr).toMatch(/writ: 1 error\nwrit: no routes are being served\n$/);
  });

  it('reports once that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const directory = project({ 'app.ts': application });
    const argv = ['--prefix=app', `--host=127.0.0.1:${port}`, '--workers=2'];
    const { status, stderr } = await writ(directory, argv).ended;
    expect(status).toBe(2);
    expect(stderr.match(/EADDRINUSE/g)).toHaveLength(1);
  });

  it('uses WRIT_PREFIX, and exits if its controllers can no longer be loaded', async () => {
    const directory = project({
      'app.ts': `${page}import { readFileSync } from 'node:fs';
        if (readFileSync('state', 'utf8') === 'broken') process.exit(3);
        export class Default extends Controller { GET() { return process.pid; } }`,
      state: 'fine',
    });
    const { url, ended } = writ(directory, ['--host=127.0.0.1:0', '--workers=1'], { WRIT_PREFIX: 'app' });
    const [pid] = await findWorkers(await url, 1);
    writeFileSync(join(directory, 'state'), 'broken');
    process.kill(pid!, 'SIGKILL');
    const { status, stderr } = await ended;
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /starting a replacement\nwrit: worker \d+ exited with status 3; no worker is left\n$/,
    );
  });
});
