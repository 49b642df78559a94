import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  BodyParam,
  FormParam,
  limits,
  object,
  route,
  Router,
  RoutingContext,
  Context,
  Toolkit,
  type Filter,
} from '../../index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';
import { decompression, type DecompressionOptions } from './decompression.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });
const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
const note = JSON.stringify({ title: 'buy milk' });

function router(options?: DecompressionOptions, ...filters: Filter[]): Router {
  const application = new Router(toolkit).use(decompression(options));
  for (const filter of filters) application.use(filter);
  return application.add(
    route({
      method: 'POST',
      path: '/json',
      bindings: [BodyParam(object({ title: String }))],
      handler: ({ title }) => title,
    }),
    route({ method: 'POST', path: '/form', bindings: [FormParam('a', String)], handler: (a) => a }),
    route({
      method: 'POST',
      path: '/length',
      bindings: [BodyParam(Uint8Array)],
      handler: ({ byteLength }) => byteLength,
    }),
    route({
      method: 'POST',
      path: '/stream',
      bindings: [Context(RoutingContext)],
      async handler({ body }) {
        let length = 0;
        for await (const chunk of body.stream()) length += chunk.byteLength;
        return length;
      },
    }),
    route({ method: 'POST', path: '/none', handler: () => 'none' }),
  );
}

describeTransports('decompression()', (serve) => {
  const post = (url: string, coding: string, body: Uint8Array | string, type = 'application/json') => ({
    method: 'POST',
    url,
    body,
    headers: { 'content-encoding': coding, 'content-type': type },
  });

  it('decompresses bodies for every kind of binding', async () => {
    const client = await serve(router());
    for (const [coding, compress] of Object.entries(codings)) {
      expect((await client(post('/json', coding, compress(note)))).text(), coding).toBe('buy milk');
      expect((await client(post('/stream', coding, compress('x'.repeat(90_000))))).status, coding).toBe(413);
      expect((await client(post('/length', coding, compress(note)))).text(), coding).toBe(
        String(note.length),
      );
      const form = compress('a=b+c');
      const type = 'application/x-www-form-urlencoded';
      expect((await client(post('/form', coding, form, type))).text(), coding).toBe('b c');
    }
    expect((await client(post('/json', 'X-GZIP', gzipSync(note)))).text()).toBe('buy milk');
    expect((await client(post('/json', 'identity', note))).text()).toBe('buy milk');
    expect((await client({ method: 'POST', url: '/json', json: { title: 'plain' } })).text()).toBe('plain');
    expect((await client(post('/none', 'gzip', gzipSync(note)))).text()).toBe('none');
  });

  it('reads a body that arrives in parts', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => String(index * 7919)).join();
    const bytes = gzipSync(text);
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
    }
    const client = await serve(router());
    const request = { ...post('/stream', 'gzip', ''), body: parts() };
    expect((await client(request)).text()).toBe(String(text.length));
  });

  it('responds with 413 if the decompressed body exceeds the size limit or the ratio', async () => {
    const random = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
    const ratio = await serve(router());
    const bomb = gzipSync(Buffer.alloc(500_000));
    const tooDense = await ratio(post('/length', 'gzip', bomb));
    expect(tooDense.status).toBe(413);
    expect(tooDense.json()).toMatchObject({
      detail: 'the decompressed body is more than 100 times as large as the compressed one',
    });
    const dense = await serve(router({ maxRatio: 5000 }));
    expect((await dense(post('/length', 'gzip', bomb))).text()).toBe('500000');
    const limited = await serve(router({ maxRatio: 5000 }, limits({ body: 200_000 })));
    const tooLarge = await limited(post('/length', 'gzip', gzipSync(random)));
    expect(tooLarge.json()).toMatchObject({ status: 413, detail: 'the body is larger than 200000 bytes' });
    expect((await limited(post('/none', 'gzip', gzipSync('a')))).status).toBe(200);
  });

  it('responds with 400 to damaged and incomplete bodies', async () => {
    const client = await serve(router());
    for (const [coding, compress] of Object.entries(codings)) {
      const whole = compress(note.repeat(20));
      for (const bytes of [
        Buffer.from('damaged body'),
        whole.subarray(0, whole.length - 6),
        Buffer.from([1]),
      ]) {
        const response = await client(post('/length', coding, bytes));
        expect([response.status, response.json().detail], `${coding} ${bytes.length}`).toEqual([
          400,
          `the body is not valid ${coding}`,
        ]);
      }
    }
  });

  it('responds with 415 and Accept-Encoding to other codings', async () => {
    const client = await serve(router({ codings: ['br', 'gzip'] }));
    for (const coding of ['zstd', 'compress', 'gzip, br']) {
      const response = await client(post('/json', coding, note));
      expect([response.status, response.headers['accept-encoding']], coding).toEqual([415, 'br, gzip']);
    }
  });
});

it.each<[string, () => unknown, string]>([
  ['an unknown coding', () => decompression({ codings: ['lzma' as never] }), 'unknown coding "lzma"'],
  ['a ratio below 1', () => decompression({ maxRatio: 0 }), 'maxRatio must be 1 or more'],
  ['an unknown option', () => decompression({ ratio: 3 } as never), 'ratio'],
])('decompression() rejects %s', (_name, make, message) => {
  expect(make).toThrow(message);
});
