import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnvironment } from '../../../scripts/processes/node-environment.ts';

const directory = join(import.meta.dirname, '../test/fixtures/app');
const command = (file: string): string[] => ['--import', '@writ/annotations/register', file];
const options = {
  cwd: import.meta.dirname,
  env: { PATH: process.env['PATH'], ...nodeEnvironment },
  timeout: 120_000,
} as const;

/** Starts an application that prints its address in the first line. */
async function start(file: string): Promise<{ app: ChildProcess; url: string }> {
  const app = spawn(process.execPath, command(file), { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(app.stdout!);
  const [line] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(60_000) }),
    once(lines, 'close').then(() => Promise.reject(new Error(`${file} ended without an address`))),
  ]);
  return { app, url: String(line) };
}

describe('a decorated application, run without a build', () => {
  let app: ChildProcess;
  let url: string;

  beforeAll(async () => {
    ({ app, url } = await start(join(directory, 'main.ts')));
  });
  afterAll(() => app.kill('SIGKILL'));

  it('reads parameter types from metadata and enums from the source', async () => {
    const response = await fetch(`${url}/notes/6?colour=blue`);
    expect(await response.json()).toEqual({ text: 'note 7', colour: 'blue' });
    expect(await (await fetch(`${url}/notes/6`)).json()).toEqual({ text: 'note 7', colour: 'red' });
    expect((await fetch(`${url}/notes/six?colour=grey`)).status).toBe(400);
  });

  it("creates an instance of the body parameter's class", async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/notes`, { method: 'POST', headers, body: '{"title":"x"}' });
    expect(await response.json()).toEqual({ isNote: true, title: 'x' });
  });

  it('stops on SIGTERM', async () => {
    app.kill('SIGTERM');
    const [status] = await once(app, 'exit', { signal: AbortSignal.timeout(60_000) });
    expect(status).toBe(0);
  });
});

it('reports all findings at start-up with their source locations', () => {
  const { status, stderr } = spawnSync(process.execPath, command(join(directory, 'wrong.ts')), {
    ...options,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const wrong = join(directory, 'wrong.ts');
  expect(stderr).toContain(`${wrong}:8:27: error W2108 contradicted-type: parameter "id" of Notes.one`);
  expect(stderr).toContain(`${wrong}:9:5: error W2106 no-source: parameter "verbose" of Notes.one`);
  expect(stderr).toContain(`${wrong}:14:4: error W2101 without-verb: Notes.lost`);
});

describe('the README of @writ/annotations', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /^```ts notes\.ts\n(.*?)^```$/ms.exec(readme) ?? [];
  // The folder is inside the workspace, so that the packages resolve.
  const cache = join(import.meta.dirname, '../../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'annotations-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains an example that runs', async () => {
    expect(example).toContain('listen(8080)');
    writeFileSync(join(folder, 'right.ts'), example.replace('8080', "0, '127.0.0.1'"));
    const { app, url } = await start(join(folder, 'right.ts'));
    try {
      expect(await (await fetch(`${url}/notes/0?loud=yes`)).text()).toBe('{"id":0,"title":"BUY MILK"}');
      expect(readme).toContain(`curl 'localhost:8080/notes/0?loud=yes'     # {"id":0,"title":"BUY MILK"}`);
      expect(await (await fetch(`${url}/notes?limit=0`)).json()).toEqual([]);
    } finally {
      app.kill('SIGKILL');
    }
  });

  it('contains a component example that runs', async () => {
    const [, teapots = ''] = /^```ts teapots\.ts\n(.*?)^```$/ms.exec(readme) ?? [];
    expect(teapots).toContain('listen(8080)');
    writeFileSync(join(folder, 'teapots.ts'), teapots.replace('8080', "0, '127.0.0.1'"));
    const { app, url } = await start(join(folder, 'teapots.ts'));
    try {
      const answers = await Promise.all(
        ['pour?of=mint', 'pour?of=mint&cups=5', 'lid'].map(async (path) => {
          const response = await fetch(`${url}/teapots/${path}`);
          return [response.status, await response.text()];
        }),
      );
      expect(answers).toEqual([
        [200, '~ 1 x mint ~'],
        [500, 'four cups, no more'],
        [404, 'no /teapots/lid here'],
      ]);
    } finally {
      app.kill('SIGKILL');
    }
  });

  it('contains a finding as printed', () => {
    writeFileSync(join(folder, 'notes.ts'), example.replace('id: number', 'id: string'));
    const { stderr } = spawnSync(process.execPath, command('notes.ts'), {
      ...options,
      cwd: folder,
      encoding: 'utf8',
    });
    const [, report = ''] = /^```\n(notes\.ts:.*?)^```$/ms.exec(readme) ?? [];
    expect(report).not.toBe('');
    expect(stderr).toContain(report);
  });
});
