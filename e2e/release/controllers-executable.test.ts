/** A single executable with a built table, created by the commands of the guide and started in an empty folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeLayout, writeLayout } from '../../packages/controllers/test/layout.ts';
import { parseBlocks } from '../../scripts/docs/blocks.ts';

const guide = readFileSync(
  new URL('../../docs/guide/controllers/servers.md', import.meta.url),
  'utf8',
).replace(/^.*(?=## A single executable)/s, '');
const blocks = parseBlocks(guide);
const commands = new URL('../../node_modules/.bin', import.meta.url);

const controllers = {
  'app/hello.ts': `
    import { Controller } from '@writ/controllers';
    import { NewNote, type Color } from './_types.ts';
    import type { z } from 'zod';
    export class Default extends Controller {
      GET(name = 'you', { limit = 10, color }: { limit?: number; color?: Color } = {}) { return { name, limit, color }; }
      POST(note: z.infer<typeof NewNote>) { return note; }
    }
    export class Slow extends Controller {
      async GET() {
        process.stdout.write('asked\\n');
        await new Promise((resolve) => setTimeout(resolve, 300));
        return 'done';
      }
    }`,
  'app/_types.ts': `
    import { z } from 'zod';
    export type Color = 'red' | 'blue';
    export const NewNote = z.object({ title: z.string().min(1), rank: z.number().default(3) });`,
};

/** Runs the guide's commands except the last, which starts the executable; returns the executable's name. */
function build(directory: string): string {
  const { text } = blocks.find(({ language }) => language === 'bash')!;
  const lines = text.trimEnd().replaceAll('npx ', '').split('\n');
  const { status, stderr } = spawnSync('sh', ['-ec', lines.slice(0, -1).join('\n')], {
    cwd: directory,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), fileURLToPath(commands), process.env['PATH']].join(delimiter),
    },
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return /\.\/(\S+)/.exec(lines.at(-1)!)![1]!;
}

const isLinux = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!isLinux)('a single executable (on Linux x64 only)', () => {
  let alone: string;
  let server: ChildProcess;
  let output = '';
  let url: string;

  /** Waits until the output matches, and returns it. */
  async function printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const [found] = pattern.exec(output) ?? [];
      if (found !== undefined) return found;
      await once(server.stdout!, 'data', { signal: AbortSignal.timeout(60_000) });
    }
  }

  beforeAll(async () => {
    const files = blocks.filter(({ file }) => file !== '').map(({ file, text }) => [file, text] as const);
    const directory = writeLayout({ ...controllers, ...Object.fromEntries(files) });
    alone = mkdtempSync(join(tmpdir(), 'writ-executable-'));
    try {
      copyFileSync(join(directory, build(directory)), join(alone, 'hello'));
    } finally {
      removeLayout(directory);
    }
    server = spawn(join(alone, 'hello'), {
      cwd: alone,
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout!, server.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    url = await printed(/http:\/\/\S+(?=\n)/);
  }, 240_000);

  afterAll(() => {
    server?.kill('SIGKILL');
    removeLayout(alone);
  });

  it('runs without any other files', () => {
    expect(readdirSync(alone)).toEqual(['hello']);
    expect(output).toBe(`${url}\n`);
  });

  it.each([
    ['/hello', { name: 'you', limit: 10 }],
    ['/hello/Ada?limit=3&color=red', { name: 'Ada', limit: 3, color: 'red' }],
  ])('answers %s and applies default values', async (path, expected) => {
    const response = await fetch(url + path);
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });

  it('validates a body with the schema from its source', async () => {
    const post = async (body: unknown): Promise<readonly unknown[]> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/hello`, { method: 'POST', headers, body: JSON.stringify(body) });
      return [response.status, await response.json()];
    };
    expect(await post({ title: 'a' })).toEqual([200, { title: 'a', rank: 3 }]);
    expect(await post({ title: '' })).toMatchObject([400, { errors: [{ source: 'body', name: 'title' }] }]);
  });

  it.each([
    ['/unknown', 404, { code: 'not-found', instance: '/unknown' }],
    [
      '/hello?limit=x&color=green',
      400,
      {
        errors: [
          { name: 'limit', detail: 'must be a number' },
          { name: 'color', detail: 'must be one of "red", "blue"' },
        ],
      },
    ],
  ])('answers %s with a problem document', async (path, status, problem) => {
    const response = await fetch(url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({ status, ...problem });
  });

  it('responds to the current request before it exits on SIGTERM', async () => {
    const response = fetch(`${url}/hello/slow`);
    await printed(/asked\n/);
    const ended = once(server, 'exit', { signal: AbortSignal.timeout(60_000) });
    server.kill('SIGTERM');
    expect(await (await response).json()).toBe('done');
    expect(await ended).toEqual([0, null]);
  });
});
