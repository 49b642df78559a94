/** Runs the commands of the guide to servers and workers, and installs with them while some of them are killed or stopped. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { exampleConfiguration } from '@writ/service';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseBlocks } from '../../scripts/docs/blocks.ts';
import { sharedMirror } from '../shared-mirror.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';

const writ = fileURLToPath(new URL('../../packages/cli/bin/writ.js', import.meta.url));
const page = readFileSync(new URL('../../docs/guide/fleet/workers.md', import.meta.url), 'utf8');
const token = 'a-token-of-all-servers-on-this-page';
const folder = mkdtempSync(join(tmpdir(), 'writ-fleet-guide-'));
const images = join(folder, 'images');
const { mirror, cache } = sharedMirror();

let database: DatabaseServer;
const children: ChildProcess[] = [];
let output = '';

beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the page, and returns its process once it prints `ready`. */
async function run(
  line: string,
  ready: RegExp,
): Promise<{ readonly child: ChildProcess; readonly match: string }> {
  const argv = line
    .replace(/^writ /, '')
    .replace(/--port \d+/, '--port 0')
    .split(' ');
  const child = spawn(process.execPath, [writ, ...argv], {
    env: {
      ...process.env,
      WRIT_DATABASE_URL: `postgres://postgres@/postgres?host=${database.folder}`,
      WRIT_STATE: mkdtempSync(join(folder, 'state-')),
      WRIT_IMAGES: images,
      WRIT_TOKEN: token,
      WRIT_CACHE: cache,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const found = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (text) => {
      output += `${text}\n`;
      const match = ready.exec(text)?.[0];
      if (match !== undefined) found.resolve(match);
    });
  }
  child.once('exit', () => found.reject(new Error(`"${line}" ended:\n${output}`)));
  return { child, match: await found.promise };
}

async function ask(origin: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as Record<string, unknown>;
}

/** An installation that a worker runs, and the processes of the guide's commands. */
interface Started {
  readonly id: number;
  readonly servers: readonly ChildProcess[];
  readonly workers: readonly ChildProcess[];
  /** The addresses of the servers; the first one has accepted the installation. */
  readonly addresses: readonly [string, string];
  /** Returns the state of the installation at the second server. */
  readonly state: () => Promise<unknown>;
  /** Returns the number of lines in its log at the second server. */
  readonly lines: () => Promise<unknown>;
}

/** Starts the servers and workers of the guide, and an installation onto an image. */
async function start(image: string): Promise<Started> {
  const lines = parseBlocks(page)[0]!.text.trim().split('\n');
  const commands = (name: string): string[] => lines.filter((line) => line.startsWith(`writ ${name}`));
  const servers = await Promise.all(commands('serve').map((line) => run(line, /http:\/\/[\d.]+:\d+/)));
  const workers = await Promise.all(
    commands('worker').map((line) => run(line, /this worker runs .* at most 2/)),
  );
  expect([servers.length, workers.length]).toEqual([2, 2]);
  const [first, second] = servers.map(({ match }) => match) as [string, string];

  const configuration = exampleConfiguration(mirror.address);
  const request = { configuration, image };
  const { digest } = await ask(first, '/api/installs/plan', request);
  const { id } = await ask(first, '/api/installs', { ...request, planSha256: digest });
  const listRunners = async (): Promise<unknown[]> => {
    const listed = (await ask(second, '/api/workers')) as unknown as { installs: unknown[] }[];
    return listed.map(({ installs }) => installs.length);
  };
  await expect.poll(listRunners, { timeout: 240_000 }).toContain(1);
  const count = async (): Promise<unknown> =>
    (await ask(second, `/api/installs/${String(id)}/log?count=0`))['total'];
  await expect.poll(count, { timeout: 240_000 }).not.toBe(0);
  return {
    id: Number(id),
    servers: servers.map(({ child }) => child),
    workers: workers.map(({ child }) => child),
    addresses: [first, second],
    state: async () => (await ask(second, `/api/installs/${String(id)}`))['state'],
    lines: count,
  };
}

/** Ends processes, and expects that they clean up. */
async function terminate(processes: readonly ChildProcess[]): Promise<void> {
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.kill('SIGTERM');
  expect((await Promise.all(ended)).map(([status]) => status as unknown)).toEqual(processes.map(() => 0));
}

it('an installation with the commands of the guide completes, although its server and its worker are killed', async () => {
  const { id, servers, workers, addresses, state } = await start('disk.img');
  servers[0]!.kill('SIGKILL');
  const runner = (await findRunner(id))!;
  kill(runner, 'SIGKILL');
  expect(workers.map(({ pid }) => pid)).toContain(runner);

  await expect.poll(state, { timeout: 480_000 }).not.toBe('running');
  expect(await state(), JSON.stringify(await ask(addresses[1], `/api/installs/${id}`))).toBe('done');
  expect(statSync(join(images, 'disk.img')).isFile()).toBe(true);
  expect(existsSync(join(images, 'disk.img.writ'))).toBe(false);
  expect(output).not.toContain(token);
  await terminate([servers[1]!, ...workers.filter(({ pid }) => pid !== runner)]);
});

it('an installation continues although its server and its worker are stopped, and the server continues later', async () => {
  const { id, servers, workers, addresses, state, lines } = await start('stopped.img');
  servers[0]!.kill('SIGSTOP');
  const runner = (await findRunner(id))!;
  const exited = once(
    workers.find(({ pid }) => pid === runner)!,
    'exit',
  );
  kill(runner, 'SIGSTOP');
  const before = Number(await lines());
  // The other worker kills it before it continues the installation.
  const [, signal] = (await exited) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
  const others = workers.filter(({ pid }) => pid !== runner);
  await expect.poll(() => findRunner(id), { timeout: 240_000 }).toBe(others[0]!.pid);
  await expect.poll(lines, { timeout: 240_000 }).toBeGreaterThan(before);
  expect(await state()).toBe('running');

  servers[0]!.kill('SIGCONT');
  await ask(addresses[0], `/api/installs/${id}/cancel`, {});
  await expect.poll(state, { timeout: 240_000 }).toBe('cancelled');
  expect(await ask(addresses[0], `/api/installs/${id}`)).toMatchObject({ state: 'cancelled' });
  await terminate([...servers, ...others]);
});

/** Returns the process of the worker that runs an installation; undefined if there is none. */
async function findRunner(id: number): Promise<number | undefined> {
  const client = new Client({ host: database.folder, user: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ process: string }>(
    `select process from writ.workers w join writ.assignments a on a.worker = w.id where install = $1`,
    [id],
  );
  await client.end();
  const [row] = rows;
  return row && (JSON.parse(row.process) as { readonly pid: number }).pid;
}
