import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { FileResponseWriter, files, PathParam, RestResponse, route, Router, Toolkit } from '../../index.ts';
import type { FolderOptions } from '../../kernel.ts';
import { inject } from '../../testing/inject.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';
import { OpenFile } from './open-file.ts';

const base = mkdtempSync(join(tmpdir(), 'writ-files-'));
const root = join(base, 'public');
const BIG = 3_000_000;
const MODIFIED = new Date('2024-05-06T07:08:09.500Z');
const logger = recordingLogger();
const toolkit = new Toolkit({ logger, files: { root } });

mkdirSync(join(root, 'folder', 'bare'), { recursive: true });
mkdirSync(join(root, '.well-known'));
for (const [name, text] of [
  ['../secret.txt', 'secret'],
  ['index.html', '<h1>root</h1>'],
  ['folder/index.html', '<h1>folder</h1>'],
  ['a.txt', '0123456789'],
  ['empty.txt', ''],
  ['app.js', 'plain'],
  ['app.js.br', 'brotli'],
  ['app.js.gz', 'gzipped'],
  ['ü %2e.txt', 'odd'],
  ['noextension', 'x'],
  ['.env', 'secret'],
  ['.well-known/a.txt', 'known'],
  ['404.html', 'not here'],
] as const) {
  writeFileSync(join(root, name), text);
  utimesSync(join(root, name), MODIFIED, MODIFIED);
}
writeFileSync(join(root, 'big.bin'), Buffer.alloc(BIG, 'x'));
writeFileSync(join(root, 'huge.bin'), '');
symlinkSync('../secret.txt', join(root, 'out.txt'));
symlinkSync('a.txt', join(root, 'in.txt'));
symlinkSync('.env', join(root, 'env.txt'));
symlinkSync('..', join(root, 'up'));
symlinkSync('loop', join(root, 'loop'));

afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => void (logger.lines.length = 0));

function serving(options?: FolderOptions): Router {
  const writer =
    options === undefined ? { name: 'files', instance: new FileResponseWriter() } : files(root, options);
  return new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/f/{path:.*}',
      scopes: [{ writer }],
      bindings: [PathParam('path', String)],
      handler: (path) => path,
    }),
  );
}

/** Returns the number of files in the folder that are open in this process. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(base);
    } catch {
      return false;
    }
  }).length;
}

/** Waits until all files are closed, because a client may receive the last byte before that. */
async function allClosed(): Promise<void> {
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 30_000, interval: 5 });
}

describeTransports('the file writer', (serve) => {
  it.each<[string, string, string, string]>([
    ['a file', 'a.txt', 'text/plain; charset=utf-8', '0123456789'],
    ['an empty file', 'empty.txt', 'text/plain; charset=utf-8', ''],
    ['the index of the folder', '', 'text/html; charset=utf-8', '<h1>root</h1>'],
    ['the index of a subfolder', 'folder/', 'text/html; charset=utf-8', '<h1>folder</h1>'],
    ['a name with escapes, decoded once', '%C3%BC%20%252e.txt', 'text/plain; charset=utf-8', 'odd'],
    ['a name without an extension', 'noextension', 'application/octet-stream', 'x'],
    ['a script', 'app.js', 'text/javascript; charset=utf-8', 'plain'],
    ['a link to a file inside the folder', 'in.txt', 'text/plain; charset=utf-8', '0123456789'],
    ['empty segments', 'folder//index.html', 'text/html; charset=utf-8', '<h1>folder</h1>'],
  ])('serves %s', async (_name, path, type, text) => {
    const response = await (await serve(serving()))(`/f/${path}`);
    expect([response.status, response.headers['content-type'], response.text()]).toEqual([200, type, text]);
    expect(response.headers).toMatchObject({
      'content-length': String(response.body.byteLength),
      'last-modified': 'Mon, 06 May 2024 07:08:09 GMT',
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
    });
    expect(response.headers['etag']).toMatch(/^"[\w-]+"$/);
    await allClosed();
  });

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '%2e%2e%2fsecret.txt',
    '..%5csecret.txt',
    '..\\secret.txt',
    '%252e%252e%252fsecret.txt',
    'folder/..%2f..%2fsecret.txt',
    'folder/..%2f..%2fpublic%2fa.txt',
    'folder%2f%2e%2e%2fa.txt',
    '%2e%2fa.txt',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'file:%2f%2f%2fetc%2fpasswd',
    'a.txt%00',
    'a.txt%00.html',
    'a%5ctxt',
    'a.txt/',
    'a.txt/x',
    'folder/bare',
    'folder/bare/',
    '.env',
    '.well-known/a.txt',
    'env.txt',
    'out.txt',
    'up/secret.txt',
    'up/missing.txt',
    'loop',
    'missing.txt',
    'x'.repeat(300),
    '%EF%BC%8E%EF%BC%8E/secret.txt',
  ])('responds with 404 for %s', async (path) => {
    const response = await (await serve(serving()))(`/f/${path}`);
    expect(response.status).toBe(404);
    expect(response.text()).not.toContain(base);
    expect(response.headers['content-type']).toBe('application/problem+json');
    await allClosed();
  });

  it('responds with 400 to an invalid path', async () => {
    for (const path of ['%c0%ae%c0%ae/secret.txt', '%ED%A0%80', '%', '%zz', '..;/secret.txt']) {
      expect((await (await serve(serving()))(`/f/${path}`)).status).toBe(400);
    }
  });

  it('redirects from a folder without a trailing slash to its index, even if the path starts with two slashes', async () => {
    const client = await serve(serving());
    for (const [url, location] of [
      ['/f/folder', './folder/'],
      ['/f/folder?a=b', './folder/?a=b'],
      ['//f//folder', './folder/'],
    ] as const) {
      const { status, headers } = await client(url);
      expect([url, status, headers['location']]).toEqual([url, 301, location]);
    }
    expect((await client({ method: 'HEAD', url: '/f/folder' })).status).toBe(301);
    expect((await client('/f/folder/bare')).status).toBe(404);
    const bare = await serve(serving({ index: false }));
    expect((await bare('/f/folder')).status).toBe(404);
  });

  it('serves dotfiles and indexes according to the options', async () => {
    const client = await serve(serving({ dotfiles: true, index: false }));
    expect([(await client('/f/.env')).text(), (await client('/f/.well-known/a.txt')).text()]).toEqual([
      'secret',
      'known',
    ]);
    for (const path of ['', 'folder/', '%2e%2e%2fsecret.txt', '.%2f.env']) {
      expect((await client(`/f/${path}`)).status).toBe(404);
    }
  });

  it('responds to HEAD with the same headers and no body', async () => {
    const client = await serve(serving());
    for (const path of ['a.txt', 'big.bin']) {
      const get = await client(`/f/${path}`);
      const head = await client({ method: 'HEAD', url: `/f/${path}`, headers: { range: 'bytes=0-1' } });
      expect([head.status, head.text()]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    }
    expect((await client({ method: 'HEAD', url: '/f/missing' })).status).toBe(404);
    await allClosed();
  });

  it.each<[string, Record<string, string>, number]>([
    ['the same tag', { 'if-none-match': 'TAG' }, 304],
    ['the same tag, weak, in a list', { 'if-none-match': '"a,b", W/TAG' }, 304],
    ['any tag', { 'if-none-match': '*' }, 304],
    ['another tag', { 'if-none-match': '"other"' }, 200],
    ['a tag takes precedence over a date', { 'if-none-match': '"other"', 'if-modified-since': 'DATE' }, 200],
    ['a date at which the file was not modified', { 'if-modified-since': 'DATE' }, 304],
    ['a date before the modification', { 'if-modified-since': 'Mon, 06 May 2024 07:08:08 GMT' }, 200],
    ['an obsolete date format', { 'if-modified-since': 'Monday, 06-May-24 07:08:09 GMT' }, 304],
    ['the asctime date format', { 'if-modified-since': 'Mon May  6 07:08:09 2024' }, 304],
    ['an invalid date', { 'if-modified-since': 'tomorrow' }, 200],
    ['a number', { 'if-modified-since': '9999999999999' }, 200],
    ['If-Match with the tag', { 'if-match': '"x", TAG' }, 200],
    ['If-Match with *', { 'if-match': '*' }, 200],
    ['If-Match with a weak tag', { 'if-match': 'W/TAG' }, 412],
    ['If-Match with another tag', { 'if-match': '"other"' }, 412],
    ['If-Unmodified-Since, not modified', { 'if-unmodified-since': 'DATE' }, 200],
    [
      'If-Unmodified-Since before the modification',
      { 'if-unmodified-since': 'Sun, 05 May 2024 00:00:00 GMT' },
      412,
    ],
    [
      'If-Match takes precedence over a date',
      { 'if-match': 'TAG', 'if-unmodified-since': 'Sun, 05 May 2024 00:00:00 GMT' },
      200,
    ],
    ['If-Match and If-None-Match both match', { 'if-match': 'TAG', 'if-none-match': 'TAG' }, 304],
  ])('responds to conditional requests: %s', async (_name, conditions, status) => {
    const client = await serve(serving());
    const { etag = '' } = (await client('/f/a.txt')).headers;
    const headers = Object.fromEntries(
      Object.entries(conditions).map(([name, value]) => [
        name,
        value.replace('TAG', etag).replace('DATE', 'Mon, 06 May 2024 07:08:09 GMT'),
      ]),
    );
    const response = await client({ url: '/f/a.txt', headers });
    expect(response.status).toBe(status);
    if (status === 200) expect(response.text()).toBe('0123456789');
    if (status === 304) {
      expect([response.text(), response.headers['etag'], response.headers['content-length']]).toEqual([
        '',
        etag,
        undefined,
      ]);
    }
    if (status === 412) expect(response.json()).toMatchObject({ status: 412, code: 'precondition-failed' });
    await allClosed();
  });

  it.each<[string, string, number, string | undefined, string]>([
    ['a range', 'bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['the last bytes', 'bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['an end that overflows', 'bytes=8-99999999999999999999', 206, 'bytes 8-9/10', '89'],
    ['ranges that overlap', 'bytes=2-5,4-7', 206, 'bytes 2-7/10', '234567'],
    ['separate ranges', 'bytes=0-1,8-9', 200, undefined, '0123456789'],
    ['an invalid range', 'bytes=b-a', 200, undefined, '0123456789'],
  ])('responds to a Range header: %s', async (_name, range, status, contentRange, text) => {
    const client = await serve(serving());
    const response = await client({ url: '/f/a.txt', headers: { range } });
    expect([
      response.status,
      response.headers['content-range'],
      response.headers['content-length'],
      response.text(),
    ]).toEqual([status, contentRange, String(text.length), text]);
  });

  it('responds with 416 and the size to a range after the end', async () => {
    const client = await serve(serving());
    for (const range of ['bytes=10-', 'bytes=99999999999999999999-', 'bytes=-0']) {
      const response = await client({ url: '/f/a.txt', headers: { range } });
      expect([response.status, response.headers['content-range'], response.json().code]).toEqual([
        416,
        'bytes */10',
        'range-not-satisfiable',
      ]);
    }
    await allClosed();
  });

  it('sends the whole file if If-Range does not match', async () => {
    const client = await serve(serving());
    const { etag = '' } = (await client('/f/a.txt')).headers;
    const statusFor = async (ifRange: string): Promise<number> =>
      (await client({ url: '/f/a.txt', headers: { range: 'bytes=0-1', 'if-range': ifRange } })).status;
    expect([
      await statusFor(etag),
      await statusFor(`W/${etag}`),
      await statusFor('"other"'),
      await statusFor('Mon, 06 May 2024 07:08:09 GMT'),
      await statusFor('Mon, 06 May 2024 07:08:10 GMT'),
      await statusFor('nonsense'),
    ]).toEqual([206, 200, 200, 206, 200, 200]);
  });

  it('selects a compressed copy, which has its own ETag, by Accept-Encoding', async () => {
    const client = await serve(serving());
    const variantFor = async (accept: string): Promise<unknown[]> => {
      const { headers, text } = await client({ url: '/f/app.js', headers: { 'accept-encoding': accept } });
      return [headers['content-encoding'], text(), headers['vary'], headers['content-type']];
    };
    const script = 'text/javascript; charset=utf-8';
    expect(await variantFor('gzip, br')).toEqual(['br', 'brotli', 'accept-encoding', script]);
    expect(await variantFor('br;q=0.1, gzip')).toEqual(['gzip', 'gzipped', 'accept-encoding', script]);
    expect(await variantFor('br;q=0, *')).toEqual(['gzip', 'gzipped', 'accept-encoding', script]);
    expect(await variantFor('identity')).toEqual([undefined, 'plain', 'accept-encoding', script]);
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (accept) =>
          (await client({ url: '/f/app.js', headers: { 'accept-encoding': accept } })).headers['etag'],
      ),
    );
    expect(new Set(tags).size).toBe(3);
    expect((await client({ url: '/f/a.txt', headers: { 'accept-encoding': 'br' } })).text()).toBe(
      '0123456789',
    );
    await allClosed();
  });

  it('sends a large file whole or in part', async () => {
    const client = await serve(serving());
    const whole = await client('/f/big.bin');
    expect([whole.status, whole.body.byteLength, whole.complete]).toEqual([200, BIG, true]);
    const part = await client({ url: '/f/big.bin', headers: { range: 'bytes=100000-2999998' } });
    expect([part.status, part.body.byteLength, part.complete]).toEqual([206, BIG - 100_001, true]);
    await allClosed();
  });

  it('closes the file when the client disconnects', async () => {
    const client = await serve(serving());
    const leaving = Array.from({ length: 5 }, async (_, index) => {
      const leave = new AbortController();
      setTimeout(() => leave.abort(), 3 * index);
      await client({ url: '/f/big.bin', signal: leave.signal }).catch(() => undefined);
    });
    await Promise.all(leaving);
    await allClosed();
    expect((await client('/f/big.bin')).body.byteLength).toBe(BIG);
  });

  it('aborts the response if the file changes while it is sent', async () => {
    for (const change of [Buffer.alloc(10), Buffer.alloc(BIG, 'y')]) {
      const path = join(root, 'changing.bin');
      writeFileSync(path, Buffer.alloc(BIG, 'x'));
      const router = new Router(toolkit).add(
        route({
          method: 'GET',
          path: '/',
          scopes: [
            {
              writer: {
                name: 'slow',
                instance: {
                  async write(result: string, request, response) {
                    const write = response.write.bind(response);
                    response.write = async (chunk) => {
                      await write(chunk);
                      writeFileSync(path, change);
                    };
                    await new FileResponseWriter().write(result, request, response);
                  },
                },
              },
            },
          ],
          handler: () => 'changing.bin',
        }),
      );
      const response = await (await serve(router))('/').catch(() => undefined);
      expect(response?.complete ?? false).toBe(false);
      expect(logger.lines.map(({ message }) => message)).toContain(
        'request failed after the response had started',
      );
      await allClosed();
    }
  });

  it('retains the status and headers that the handler sets', async () => {
    const router = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        scopes: [{ writer: files(root), headers: [['Cache-Control', 'no-store']] }],
        handler: () => new RestResponse('404.html', { status: 404, headers: { 'content-type': 'text/x' } }),
      }),
    );
    const client = await serve(router);
    const response = await client({ url: '/', headers: { range: 'bytes=0-1', 'if-none-match': '*' } });
    expect([response.status, response.text(), response.headers['content-type']]).toEqual([
      404,
      'not here',
      'text/x',
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('responds with 404 for null, and 500 for a result that is not a path', async () => {
    for (const [result, status] of [
      [null, 404],
      [5, 500],
    ] as const) {
      const router = new Router(toolkit).add(
        route({ method: 'GET', path: '/', scopes: [{ writer: files(root) }], handler: () => result }),
      );
      expect((await (await serve(router))('/')).status).toBe(status);
    }
  });

  it('opens at most as many files at the same time as the toolkit allows', async () => {
    const narrow = new Toolkit({ logger, files: { root, maxOpen: 2 } });
    const router = new Router(narrow).add(
      route({
        method: 'GET',
        path: '/f/{name}',
        scopes: [{ writer: { name: 'files', instance: new FileResponseWriter() } }],
        bindings: [PathParam('name', String)],
        handler: (name) => name,
      }),
    );
    const client = await serve(router);
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, openFiles())), 5);
    const responses = await Promise.all(Array.from({ length: 5 }, () => client('/f/big.bin')));
    clearInterval(watch);
    expect(responses.map(({ body }) => body.byteLength)).toEqual(Array.from({ length: 5 }, () => BIG));
    expect(most).toBeLessThanOrEqual(2);
  });
});

it('a request results in 503 if all files remain open for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const narrow = new Toolkit({ logger, files: { root, maxOpen: 1 } });
  const router = new Router(narrow).add(
    route({ method: 'GET', path: '/', scopes: [{ writer: files(root) }], handler: () => 'a.txt' }),
  );
  const { slots } = narrow.files;
  slots.tryAcquire();
  const acquire = vi.spyOn(slots, 'acquire');
  const refused = inject(router, '/');
  await vi.waitFor(() => expect(acquire).toHaveBeenCalled(), { timeout: 30_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refused).toMatchObject({ status: 503 });
  slots.release();
  expect(await inject(router, '/')).toMatchObject({ status: 200 });
  expect(slots.used).toBe(0);
});

it("a file is closed at the request's time limit even if the client has stopped reading", async () => {
  truncateSync(join(root, 'huge.bin'), 512 * 1024 * 1024);
  const router = new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/',
      scopes: [{ writer: files(root), limits: { time: 500 } }],
      handler: () => 'huge.bin',
    }),
  );
  const acquire = vi.spyOn(toolkit.files.slots, 'acquire');
  onTestFinished(() => void acquire.mockRestore());
  const server = toolkit.createServer(router);
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  // On a busy machine, the file might be open only between two checks.
  await vi.waitFor(() => expect(acquire).toHaveBeenCalled(), { timeout: 30_000 });
  await vi.waitFor(() => expect(toolkit.files.slots.used).toBe(0), { timeout: 30_000 });
  await allClosed();
  socket.destroy();
  await server.close({ timeout: 0 });
});

it('files() throws for the working directory and its parents', () => {
  for (const folder of ['.', '', '..', '/', process.cwd()]) {
    expect(() => files(folder)).toThrow(/contains the working directory/);
    expect(() => new Toolkit({ files: { root: folder } })).toThrow(RangeError);
  }
  expect(new Toolkit().files.root).toBe(join(process.cwd(), 'webroot'));
  expect(() => files('public')).not.toThrow();
  expect(() => files('..public')).not.toThrow();
});

describeTransports('immutable files', (serve) => {
  it('are cached for a year, unless the handler sets Cache-Control', async () => {
    const client = await serve(serving({ immutable: /^\/a\.txt$/ }));
    const year = 'public, max-age=31536000, immutable';
    const first = await client('/f/a.txt');
    expect(first.headers['cache-control']).toBe(year);
    const headers = { 'if-none-match': first.headers['etag']! };
    const again = await client({ url: '/f/a.txt', headers });
    expect([again.status, again.headers['cache-control']]).toEqual([304, year]);
    expect((await client('/f/folder/index.html')).headers['cache-control']).toBe(undefined);
    expect((await client('/f/missing')).headers['cache-control']).toBe(undefined);
  });
});

it('files() rejects an expression for immutable files that would remember its last match', () => {
  expect(() => files(root, { immutable: /x/g })).toThrow(
    'files: immutable must not have the flags g and y: /x/g',
  );
  expect(() => files(root, { immutable: 'x' as never })).toThrow('must be a regular expression');
});

describeTransports('several ranges of a file', (serve) => {
  it('are sent as multipart/byteranges, each with its own headers', async () => {
    writeFileSync(
      join(root, 'letters.txt'),
      Array.from({ length: 2000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(''),
    );
    const client = await serve(serving());
    const response = await client({ url: '/f/letters.txt', headers: { range: 'bytes=1990-, 0-2' } });
    expect(response.status).toBe(206);
    expect(response.headers['content-range']).toBe(undefined);
    const [, boundary] = /^multipart\/byteranges; boundary=(\S+)$/.exec(response.headers['content-type']!)!;
    expect(response.text()).toBe(
      [
        `--${boundary}`,
        'content-type: text/plain; charset=utf-8',
        'content-range: bytes 0-2/2000',
        '',
        'abc',
        `--${boundary}`,
        'content-type: text/plain; charset=utf-8',
        'content-range: bytes 1990-1999/2000',
        '',
        'opqrstuvwx',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
    expect(response.headers['content-length']).toBe(String(response.text().length));
  });

  it('may each be larger than a chunk', async () => {
    const client = await serve(serving());
    const response = await client({
      url: '/f/big.bin',
      headers: { range: 'bytes=0-99999, 2000000-2199999' },
    });
    expect(response.status).toBe(206);
    expect(response.complete).toBe(true);
    expect(response.text().replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(300_000);
    await allClosed();
  });
});

it('the file writer sends a compressed copy, and closes it, even if closing the other file fails', async () => {
  const { close } = OpenFile.prototype;
  const closing = vi.spyOn(OpenFile.prototype, 'close').mockImplementationOnce(async function (
    this: OpenFile,
  ) {
    await close.call(this);
    throw new Error('EIO');
  });
  onTestFinished(() => closing.mockRestore());
  const response = await inject(serving(), { url: '/f/app.js', headers: { 'accept-encoding': 'br' } });
  expect([response.status, response.text()]).toEqual([200, 'brotli']);
  await allClosed();
});
