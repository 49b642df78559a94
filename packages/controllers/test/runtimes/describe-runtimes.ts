/**
 * Tests of the fetch entry in real runtimes, over the network. Each runtime must respond like Application.factory in this
 * process.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Toolkit, type Logger } from '@writ/http';
import { connectWebSocket } from '@writ/http/testing/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Application } from '../../src/fetch-application.ts';
import { writeTable } from '../../src/table/write-table.ts';
import { runtimes, serveBy, type Runtime, type Served } from './runtime.ts';

const site = fileURLToPath(new URL('../../fixtures/site/', import.meta.url));
const workspace = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

const extra = `
  import { Controller, html, redirect } from '@writ/controllers';
  import { HttpError } from '@writ/http';
  import { z } from 'zod';
  import type { WebSocketHooks } from '@writ/controllers/websocket';
  export class Echo extends Controller {
    SOCKET(name: string): WebSocketHooks<string> {
      return { message: (connection, text) => void connection.send(\`\${name}: \${text}\`) };
    }
  }
  export const Note = z.object({ title: z.string().min(1), rank: z.number().default(3) });
  let left = 0;
  let waiting = 0;
  export class Upload extends Controller {
    async POST({ file, note }: { file: File; note?: string }) {
      return { name: file.name, type: file.type, size: file.size, text: await file.text(), note };
    }
    async PUT(body: Uint8Array) { return { bytes: body.length, first: body[0] }; }
  }
  export class Checked extends Controller { POST(note: z.infer<typeof Note>) { return note; } }
  export class Page extends Controller { GET() { return html('<p>grüezi</p>'); } }
  export class Away extends Controller { GET() { return redirect('/page', 303); } }
  export class Cookies extends Controller {
    GET() {
      this.response.headers.append('set-cookie', 'a=1');
      this.response.headers.append('set-cookie', 'b=2');
      return [this.request.cookies['x'] ?? null, this.request.path, this.request.method];
    }
  }
  export class Parts extends Controller {
    async *GET(count = 3) {
      for (let index = 0; index < count; index += 1) { yield \`part \${index}\\n\`; await null; }
    }
  }
  export class Fails extends Controller {
    GET(how: 'http' | 'plain') { throw how === 'http' ? new HttpError(409, 'taken') : new Error('a secret'); }
  }
  export class Waits extends Controller {
    async GET() {
      waiting += 1;
      try {
        await new Promise((_, reject) => this.signal.addEventListener('abort', () => reject(new Error('gone'))));
      } finally {
        left += 1;
      }
    }
  }
  export class Left extends Controller { GET() { return left; } }
  export class Waiting extends Controller { GET() { return waiting; } }
  export class Leaves extends Controller {
    GET() { void Promise.reject(new RangeError('left behind')); return 'left'; }
  }`;

const form = (...entries: readonly (readonly [string, string | File])[]): FormData => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};
const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
// Bun adds the charset to text types.
const file = new File(['hällo'], 'grüße.png', { type: 'image/png' });

/** The requests are created for each use, because a body can be read only once. */
const requests: readonly (readonly [path: string, init?: () => RequestInit])[] = [
  ['/'],
  ['/foo-bar/12/2/a/b%2Fc'],
  ['/foo-bar/x'],
  ['/nothing/there/at/all'],
  ['/types?n=1.5&b=yes&d=2026-01-02&big=12345678901234567890&ns=1,2&color=red'],
  ['/types?n=x&q=1'],
  ['/notes/recent'],
  ['/robots.txt'],
  ['/data.json'],
  ['/page'],
  ['/parts/4'],
  ['/cookies', () => ({ headers: { cookie: 'x=1; y=2' } })],
  ['/away', () => ({ redirect: 'manual' })],
  ['/fails/http'],
  ['/fails/plain'],
  ['/fails/plain', () => ({ headers: { accept: 'text/html' } })],
  ['/own', () => ({ method: 'HEAD' })],
  ['/page', () => ({ method: 'HEAD' })],
  ['/page', () => ({ method: 'OPTIONS' })],
  ['/page', () => ({ method: 'DELETE' })],
  ['/a/b', () => ({ method: 'DELETE' })],
  ['/', () => json({ title: 'a' })],
  ['/', () => json({ count: 'x', more: 1 })],
  ['/', () => ({ ...json(0), body: '{"title":' })],
  ['/', () => ({ method: 'POST', body: new URLSearchParams({ title: 'ü', count: '2' }) })],
  ['/', () => ({ method: 'POST', body: form(['title', 'a'], ['count', '2']) })],
  ['/', () => ({ method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } })],
  ['/upload', () => ({ method: 'POST', body: form(['file', file], ['note', 'n']) })],
  ['/upload', () => ({ method: 'PUT', body: new Uint8Array(100_000).fill(7) })],
  ['/upload', () => ({ method: 'PUT', body: new Uint8Array(1_100_000) })],
  ['/checked', () => json({ title: 'a' })],
  ['/checked', () => json({ title: '' })],
];

async function outcome(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const names = ['content-type', 'location', 'allow', 'vary', 'cache-control', 'www-authenticate'];
  return {
    status,
    headers: names.map((name) => `${name}: ${headers.get(name)}`),
    cookies: headers.getSetCookie(),
    body: await response.text(),
  };
}

/**
 * Declares the tests of an application for each runtime.
 *
 * @param what the application in the titles of the tests
 * @param below the folder of its entry: `.`, whose entry loads the sources, or `built`, whose entry has a built table
 * @param more declares other tests of a runtime, with the folder of the sources; `wrong.ts` contains an error
 */
export function describeRuntimes(
  what: string,
  below: '.' | 'built',
  more?: (runtime: Runtime, folder: () => string) => void,
): void {
  let folder = '';
  let here: Application;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'writ-runtimes-'));
    symlinkSync(workspace, join(folder, 'node_modules'));
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    write('package.json', '{ "type": "module" }');
    write('entry.ts', `export { default } from '@writ/controllers/application';\n`);
    for (const name of globSync('**/*.ts', { cwd: site }))
      write(`site/${name}`, readFileSync(join(site, name), 'utf8'));
    write('extra.ts', extra);
    write('wrong.ts', readFileSync(join(folder, 'extra.ts'), 'utf8').replace('count = 3', 'count: any'));
    write(
      'built/entry.ts',
      `import { Application } from '@writ/controllers';
     import { controllers } from './controllers.gen.ts';
     import { bunWebSocket as websocket } from '@writ/controllers/websocket';
     const { fetch } = Application.from(controllers);
     export default { fetch, websocket };`,
    );
    const options = { directory: folder, prefixes: ['site', 'extra'] };
    const { text } = await writeTable({ ...options, output: join(folder, 'built/controllers.gen.ts') });
    write('built/controllers.gen.ts', text!);
    here = await Application.factory({ ...options, toolkit: new Toolkit({ logger: silent }) });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(runtimes.map((runtime) => [runtime.name, runtime] as const))('under %s', (_, runtime) => {
    describe(what, () => {
      let served: Served;
      beforeAll(async () => {
        const prefixes = ['site', 'extra'].join(process.platform === 'win32' ? ';' : ':');
        served = await serveBy(runtime, join(folder, below), { WRIT_PREFIX: prefixes });
      }, 240_000);
      afterAll(() => served?.end());

      it.each(requests.map(([path, init], index) => [index, init?.().method ?? 'GET', path, init] as const))(
        'answers request %i, %s %s, as in process',
        async (index, method, path, init) => {
          const expected = await outcome(await here.fetch(new Request(`http://localhost${path}`, init?.())));
          const actual = await outcome(await fetch(`${served.url}${path}`, init?.()));
          expect([index, method, actual]).toEqual([index, method, expected]);
        },
      );

      it('answers concurrent requests independently', async () => {
        const ids = await Promise.all(
          Array.from({ length: 100 }, async (___, index) => {
            const response = await fetch(`${served.url}/foo-bar/${index}`);
            return ((await response.json()) as { id: number }).id;
          }),
        );
        expect(ids).toEqual(Array.from({ length: 100 }, (___, index) => index));
      });

      it.skipIf(runtime.name === 'Node')('accepts WebSocket connections', async () => {
        const port = Number(new URL(served.url).port);
        const { socket, received } = await connectWebSocket(port, '/echo/ada');
        socket.send('hello');
        await expect.poll(() => received, { timeout: 60_000 }).toEqual(['ada: hello']);
      });

      it('logs an unhandled rejection and continues', async () => {
        const rejectUnhandled = async (): Promise<unknown> => (await fetch(`${served.url}/leaves`)).json();
        expect([await rejectUnhandled(), await rejectUnhandled(), await rejectUnhandled()]).toEqual([
          'left',
          'left',
          'left',
        ]);
        await expect
          .poll(() => served.output().match(/unhandled promise rejection\n\s*RangeError: left behind/g), {
            timeout: 120_000,
          })
          .toHaveLength(3);
      });

      it('aborts the signal of a handler when its client disconnects', async () => {
        const count = async (path: string): Promise<unknown> => (await fetch(served.url + path)).json();
        const stop = new AbortController();
        const answer = fetch(`${served.url}/waits`, { signal: stop.signal });
        answer.catch(() => {});
        await expect.poll(() => count('/waiting'), { timeout: 120_000 }).toBe(1);
        stop.abort();
        await expect(answer).rejects.toThrow();
        await expect.poll(() => count('/left'), { timeout: 120_000 }).toBe(1);
      });
    });

    more?.(runtime, () => folder);
  });
}
