import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { events, files, PathParam, RestResponse, route, Router, Toolkit } from '../../index.ts';
import type { Scope } from '../../kernel.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';
import { compression, type CompressionOptions } from './compression.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const LONG = 'compressible '.repeat(1_000);
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

const folder = mkdtempSync(join(tmpdir(), 'compression-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'copied.txt'), LONG);
writeFileSync(join(folder, 'copied.txt.br'), 'the copy');
writeFileSync(join(folder, 'plain.txt'), LONG.repeat(20));

function serving(
  handler: () => unknown,
  options: CompressionOptions | false = {},
  ...scopes: Scope[]
): Router {
  return new Router(toolkit)
    .use(compression(options))
    .add(route({ method: 'GET', path: '/', scopes, handler }));
}

const ok = (headers: Record<string, string>, body = LONG): RestResponse =>
  new RestResponse(body, { headers });

describeTransports('compression', (serve) => {
  it.each(['br', 'gzip', 'zstd'] as const)('encodes a body with %s', async (coding) => {
    const client = await serve(serving(() => ok({ etag: '"v1"' })));
    const { headers, body } = await client({ url: '/', headers: { 'accept-encoding': coding } });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding', etag: 'W/"v1"' });
    expect(body.length).toBeLessThan(LONG.length / 10);
    expect(DECODERS[coding](body).toString()).toBe(LONG);
    expect([undefined, String(body.length)]).toContain(headers['content-length']);
  });

  it.each([
    ['gzip, br, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['gzip;q=0, *;q=0.5', 'zstd'],
    ['GZIP', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    [undefined, undefined],
  ])('responds to Accept-Encoding %s with the coding %s', async (accepted, coding) => {
    const client = await serve(serving(() => LONG));
    const { headers } = await client({
      url: '/',
      headers: { ...(accepted && { 'accept-encoding': accepted }) },
    });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['vary']).toBe('accept-encoding');
  });

  it.each<[string, () => unknown]>([
    ['a short body', () => 'short'],
    ['an image', () => ok({ 'content-type': 'image/png' })],
    ['a media type with another suffix', () => ok({ 'content-type': 'application/epub+zip' })],
    ['a body that is already encoded', () => ok({ 'content-encoding': 'x-own' })],
    ['a part of a resource', () => new RestResponse(LONG, { status: 206 })],
    ['a body with a digest', () => ok({ 'content-digest': 'sha-256=:AAAA:' })],
    ['a response with no-transform', () => ok({ 'cache-control': 'private, no-transform' })],
  ])('does not change %s', async (_name, handler) => {
    const accepting = { url: '/', headers: { 'accept-encoding': 'gzip' } };
    const compressed = await (await serve(serving(handler)))(accepting);
    const plain = await (await serve(serving(handler, false)))(accepting);
    expect(compressed.body).toEqual(plain.body);
    expect(compressed.headers['vary']).toBeUndefined();
    expect({ ...compressed.headers, date: '' }).toEqual({ ...plain.headers, date: '' });
  });

  it('encodes streams', async () => {
    async function* parts(): AsyncGenerator<string> {
      yield LONG;
      await Promise.resolve();
      yield LONG;
    }
    const client = await serve(serving(() => new RestResponse(parts()).type('text/plain')));
    const { headers, body } = await client({ url: '/', headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(LONG + LONG);
  });

  it('aborts a stream whose source fails', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield LONG;
      throw new Error('expected');
    }
    const client = await serve(serving(() => new RestResponse(failing()).type('text/plain')));
    const answer = await client({ url: '/', headers: { 'accept-encoding': 'gzip' } }).catch(() => undefined);
    expect(answer?.complete ?? false).toBe(false);
  });

  it('does not change event streams', async () => {
    async function* one(): AsyncGenerator<{ data: string }> {
      yield { data: LONG };
    }
    const client = await serve(serving(() => events(one()), { types: () => true }));
    const { headers, text } = await client({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(text()).toContain(LONG);
  });

  it('encodes files that have no compressed copy, unless a range is requested', async () => {
    const router = new Router(toolkit).use(compression()).add(
      route({
        method: 'GET',
        path: '/{name}',
        bindings: [PathParam('name', String)],
        scopes: [{ writer: files(folder) }],
        handler: (name) => name,
      }),
    );
    const client = await serve(router);
    const get = (url: string, more = {}): ReturnType<typeof client> =>
      client({ url, headers: { 'accept-encoding': 'br', ...more } });
    const copied = await get('/copied.txt');
    expect([copied.text(), copied.headers['content-encoding']]).toEqual(['the copy', 'br']);
    const coded = await get('/plain.txt');
    expect(coded.headers['accept-ranges']).toBeUndefined();
    expect(coded.headers['etag']).toMatch(/^W\//);
    expect(brotliDecompressSync(coded.body).toString()).toBe(LONG.repeat(20));
    const part = await get('/plain.txt', { range: 'bytes=0-4095' });
    expect([part.status, part.body.length]).toEqual([206, 4096]);
    const unchanged = await get('/plain.txt', { 'if-none-match': coded.headers['etag'] });
    expect([unchanged.status, unchanged.headers['etag']]).toEqual([304, coded.headers['etag']]);
    expect(unchanged.headers['vary']?.toLowerCase()).toBe('accept-encoding');
  });

  it('responds to HEAD with the headers of the encoded body', async () => {
    const client = await serve(serving(() => LONG));
    const { headers, body } = await client({
      method: 'HEAD',
      url: '/',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['content-length']).toBeUndefined();
    expect(body).toHaveLength(0);
  });

  it('encodes error responses and retains other names in Vary', async () => {
    const handler = (): never => {
      throw new TypeError('expected');
    };
    const router = serving(handler, { minSize: 1 }).use((context, next) => {
      context.response.headers.vary('origin');
      return next();
    });
    const client = await serve(router);
    const { status, headers, body } = await client({ url: '/none', headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers['vary']]).toEqual([404, 'origin, accept, accept-encoding']);
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ status: 404 });
  });

  it('is disabled for a scope by compression(false), and encodes a body only once if set twice', async () => {
    const off = await serve(serving(() => LONG, {}, { filters: [compression(false)] }));
    const accepting = { url: '/', headers: { 'accept-encoding': 'gzip' } };
    expect((await off(accepting)).text()).toBe(LONG);
    const twice = await serve(serving(() => LONG, {}, { filters: [compression()] }));
    expect(gunzipSync((await twice(accepting)).body).toString()).toBe(LONG);
  });
});

it.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
  ['zstd', createZstdDecompress],
] as const)('%s delivers the parts of a stream without delay', async (coding, createDecoder) => {
  const more = Promise.withResolvers<void>();
  async function* parts(): AsyncGenerator<string> {
    yield 'first';
    await more.promise;
    yield 'last';
  }
  const { fetch } = serving(() => new RestResponse(parts()).type('text/plain'));
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': coding } });
  const { body } = await fetch(request);
  const received: string[] = [];
  for await (const part of Readable.fromWeb(body as ReadableStream).pipe(createDecoder())) {
    received.push(String(part));
    more.resolve();
  }
  expect(received).toEqual(['first', 'last']);
});

describe('the options of compression', () => {
  it.each([
    [{ codings: ['deflate'] }, 'compression: unknown coding "deflate": use zstd, br or gzip'],
    [{ minSize: '1 kB' }, 'compression: minSize is "1 kB"'],
    [{ level: 9 }, 'compression has no option "level"'],
  ])('%j are rejected', (options, message) => {
    expect(() => compression(options as CompressionOptions)).toThrow(message);
  });

  it('select the media types and codings', async () => {
    const { fetch } = serving(() => ok({ 'content-type': 'a/b' }), {
      types: (type) => type === 'a/b',
      codings: ['br'],
    });
    const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect((await fetch(request)).headers.get('content-encoding')).toBe('br');
  });
});
