/** Runs the commands of the guide to servers and workers, and installs with them while some of them are killed. */
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

it('an installation with the commands of the guide completes, although its server and its worker are killed', async () => {
  const lines = parseBlocks(page)[0]!.text.trim().split('\n');
  const commands = (name: string): string[] => lines.filter((line) => line.startsWith(`writ ${name}`));
  const servers = await Promise.all(commands('serve').map((line) => run(line, /http:\/\/[\d.]+:\d+/)));
  const workers = await Promise.all(
    commands('worker').map((line) => run(line, /this worker runs .* at most 2/)),
  );
  expect([servers.length, workers.length]).toEqual([2, 2]);
  const [first, second] = servers.map(({ match }) => match) as [string, string];

  const configuration = exampleConfiguration(mirror.address);
  const request = { configuration, image: 'disk.img' };
  const { digest } = await ask(first, '/api/installs/plan', request);
  const { id } = await ask(first, '/api/installs', { ...request, planSha256: digest });
  const listRunners = async (): Promise<unknown[]> => {
    const listed = (await ask(second, '/api/workers')) as unknown as { installs: unknown[] }[];
    return listed.map(({ installs }) => installs.length);
  };
  await expect.poll(listRunners, { timeout: 240_000 }).toContain(1);
  const total = async (): Promise<unknown> =>
    (await ask(second, `/api/installs/${String(id)}/log?count=0`))['total'];
  await expect.poll(total, { timeout: 240_000 }).not.toBe(0);
  servers[0]!.child.kill('SIGKILL');
  const runner = await findRunner(Number(id));
  kill(runner, 'SIGKILL');
  expect(workers.map(({ child }) => child.pid)).toContain(runner);

  const state = async (): Promise<unknown> => (await ask(second, `/api/installs/${String(id)}`))['state'];
  await expect.poll(state, { timeout: 480_000 }).not.toBe('running');
  expect(await state(), JSON.stringify(await ask(second, `/api/installs/${String(id)}`))).toBe('done');
  expect(statSync(join(images, 'disk.img')).isFile()).toBe(true);
  expect(existsSync(join(images, 'disk.img.writ'))).toBe(false);
  expect(output).not.toContain(token);

  const rest = [servers[1]!.child, ...workers.map(({ child }) => child).filter(({ pid }) => pid !== runner)];
  const ended = rest.map((child) => once(child, 'exit'));
  for (const child of rest) child.kill('SIGTERM');
  expect((await Promise.all(ended)).map(([status]) => status as unknown)).toEqual([0, 0]);
});

/** Returns the process of the worker that runs an installation. */
async function findRunner(id: number): Promise<number> {
  const client = new Client({ host: database.folder, user: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ process: string }>(
    `select process from writ.workers w join writ.assignments a on a.worker = w.id where install = $1`,
    [id],
  );
  await client.end();
  return (JSON.parse(rows[0]!.process) as { readonly pid: number }).pid;
}
