import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveMirror, type MirrorServer, type FaultInjector } from './serve.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let folder: string;
let server: MirrorServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-serve-'));
  await mkdir(join(folder, 'root/core'), { recursive: true });
  await writeFile(join(folder, 'root/core/a b.db'), '0123456789');
  await writeFile(join(folder, 'root/empty'), '');
  await writeFile(join(folder, 'secret'), 'outside');
  await symlink('core/a b.db', join(folder, 'root/link'));
  await symlink('../secret', join(folder, 'root/way-out'));
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function serve(injectFault?: FaultInjector, delay = 0): Promise<void> {
  server = await serveMirror(join(folder, 'root'), {
    delay,
    ...(injectFault === undefined ? {} : { injectFault }),
  });
}

/** Sends a request without fetch, because fetch normalizes paths. */
async function ask(
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false }, (response) => {
    text(response).then(
      (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
      reject,
    );
  })
    .once('error', reject)
    .end();
  return promise;
}

describe('serveMirror', () => {
  it('listens on the loopback interface and returns its address', async () => {
    await serve();
    expect(server.origin).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.address).toBe(`${server.origin}/$repo/os/$arch`);
  });

  it('delays every response', async () => {
    await serve(undefined, 50);
    const start = performance.now();
    expect(await ask('/core/a%20b.db')).toMatchObject({ status: 200, body: '0123456789' });
    expect(await ask('/absent')).toMatchObject({ status: 404 });
    // A timer may fire up to a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(98);
  });

  it('sends a file with its length and support for ranges', async () => {
    await serve();
    const { status, headers, body } = await ask('/core/a%20b.db?x=1');
    expect({ status, body }).toEqual({ status: 200, body: '0123456789' });
    expect(headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
    expect(headers['last-modified']).toBeDefined();
  });

  it('sends an empty file', async () => {
    await serve();
    expect(await ask('/empty')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
  });

  it('sends only headers for HEAD', async () => {
    await serve();
    expect(await ask('/core/a%20b.db', { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': '10' },
    });
  });

  it('sends part of a file', async () => {
    await serve();
    expect(await ask('/core/a%20b.db', { range: 'bytes=3-5' })).toMatchObject({
      status: 206,
      body: '345',
      headers: { 'content-length': '3', 'content-range': 'bytes 3-5/10' },
    });
  });

  it('rejects a range that begins after the end of the file', async () => {
    await serve();
    expect(await ask('/core/a%20b.db', { range: 'bytes=10-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
    });
  });

  it('follows a link to a file in the mirror', async () => {
    await serve();
    expect(await ask('/link')).toMatchObject({ status: 200, body: '0123456789' });
  });

  it.each([
    '/nothing',
    '/core',
    '/core/',
    '/',
    '/empty/below',
    '/../secret',
    '/core/../../secret',
    '/%2e%2e/secret',
    '/..%2fsecret',
    '/way-out',
  ])('responds with 404 to %s', async (path) => {
    await serve();
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body).not.toContain('outside');
  });

  it.each(['/%', '/%00', '*'])('rejects the invalid path %s', async (path) => {
    await serve();
    expect((await ask(path)).status).toBe(400);
  });

  it('rejects methods other than GET and HEAD', async () => {
    await serve();
    expect(await ask('/empty', { method: 'DELETE' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });

  it('lets a fault injector respond or close the connection', async () => {
    const seen: string[] = [];
    await serve((path, _request, response) => {
      seen.push(path);
      if (path === '/core/a b.db') {
        response.writeHead(404).end('gone');
        return true;
      }
      if (path !== '/link') return false;
      response.writeHead(200, { 'content-length': 10 });
      response.write('012', () => response.destroy());
      return true;
    });
    expect(await ask('/core/a%20b.db')).toMatchObject({ status: 404, body: 'gone' });
    expect(await ask('/empty')).toMatchObject({ status: 200 });
    await expect(ask('/link')).rejects.toThrow('aborted');
    expect(seen).toEqual(['/core/a b.db', '/empty', '/link']);
  });

  it('closes open connections when it is closed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await serve(() => {
      resolve();
      return true;
    });
    const never = ask('/empty');
    never.catch(() => undefined);
    await promise;
    await server.close();
    await expect(never).rejects.toThrow('socket hang up');
  });

  it('rejects with an error if the port is in use', async () => {
    await serve();
    await expect(serveMirror(folder, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
