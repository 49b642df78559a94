/** Tests the example `jobs` with a PostgreSQL server. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parseBlocks, parseCommands } from '../../scripts/docs/blocks.ts';
import { curl } from '../../scripts/docs/curl.ts';
import { expectAnswer } from '../../scripts/docs/page.ts';
import { startServer, type StartedServer } from '../../scripts/docs/start.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';

const folder = resolve(import.meta.dirname, '../../examples/jobs');
let server: DatabaseServer | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** Starts a process of the example whose jobs take the given time. */
async function startJobs(milliseconds: number): Promise<StartedServer> {
  const started = await startServer(['--import', '@writ/annotations/register', 'src/main.ts'], folder, {
    DATABASE_URL: `postgres://postgres@/postgres?host=${server!.folder}`,
    WORK_MS: String(milliseconds),
  });
  onTestFinished(() => started.stop());
  return started;
}

async function add({ port }: StartedServer, text: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  const { id } = (await response.json()) as { id: string };
  expect([response.status, response.headers.get('location')]).toEqual([202, `/reports/${id}`]);
  return id;
}

const find = async ({ port }: StartedServer, id: string): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${port}/reports/${id}`)).json();

it('a job completes with its result', async () => {
  const jobs = await startJobs(10);
  const id = await add(jobs, 'tea for two');
  const completed = { state: 'completed', report: { words: 3 } };
  await expect.poll(() => find(jobs, id), { timeout: 60_000 }).toEqual(completed);
});

it('a job that always throws fails after its repetitions', async () => {
  const jobs = await startJobs(10);
  const id = await add(jobs, '');
  await expect.poll(() => find(jobs, id), { timeout: 120_000 }).toEqual({ state: 'failed' });
});

it('another process repeats the job of a killed one', async () => {
  const first = await startJobs(3_600_000);
  const id = await add(first, 'tea for two');
  await expect.poll(() => find(first, id), { timeout: 60_000 }).toEqual({ state: 'active' });
  await first.stop();
  const second = await startJobs(10);
  const completed = { state: 'completed', report: { words: 3 } };
  await expect.poll(() => find(second, id), { timeout: 240_000 }).toEqual(completed);
});

it('the requests of the README have the responses that it shows', async () => {
  const { port } = await startJobs(10);
  const blocks = parseBlocks(readFileSync(join(folder, 'README.md'), 'utf8'));
  const commands = blocks
    .flatMap((block) => parseCommands(block))
    .filter(({ line }) => line.startsWith('curl'));
  expect(commands.length).toBe(3);
  for (const { line, output } of commands) expectAnswer(await curl(line, port, folder), output);
});
