import { expect, it } from 'vitest';
import { BodyParam, Context, HttpRequest, HttpResponse, route, Router, Toolkit } from '../index.ts';

it('FetchTransport pauses the writer for a slow reader, and releases it when the reader cancels', async () => {
  let written = 0;
  const over = Promise.withResolvers<string>();
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpResponse), Context(AbortSignal)],
      async handler(response, signal) {
        while (!signal.aborted && written < 100) {
          await response.write(new Uint8Array(50_000));
          written += 1;
        }
        over.resolve(signal.aborted ? 'left' : 'wrote all');
      },
    }),
  );
  const { body } = await router.fetch(new Request('http://localhost/'));
  const reader = body!.getReader();
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  const held = written;
  expect(held).toBeLessThan(5);
  await reader.read();
  await reader.read();
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(written).toBeGreaterThan(held);
  expect(written).toBeLessThan(10);
  await reader.cancel();
  expect(await over.promise).toBe('left');
});

it('FetchTransport resolves with a response even if the request is already aborted', async () => {
  const stop = new AbortController();
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(AbortSignal)],
      handler: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  );
  const response = router.fetch(new Request('http://localhost/', { signal: stop.signal }));
  stop.abort();
  expect((await response).status).toBe(499);
});

it('FetchTransport makes several concurrent writes wait', async () => {
  const waiting = new Set<unknown>();
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpResponse)],
      async handler(response) {
        for (let count = 0; count < 100; count += 1) waiting.add(response.write(new Uint8Array(50_000)));
        await Promise.all(waiting);
      },
    }),
  );
  const response = await router.fetch(new Request('http://localhost/'));
  expect((await response.arrayBuffer()).byteLength).toBe(5_000_000);
  waiting.delete(undefined);
  expect(waiting.size).toBe(1);
});

it('FetchTransport returns undefined for an invalid header name, like other transports', async () => {
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpRequest)],
      handler: ({ headers }) => [headers.has('a b'), headers.get('__proto__[a]') ?? null, headers.get('x-a')],
    }),
  );
  const response = await router.fetch(new Request('http://localhost/', { headers: { 'x-a': '1' } }));
  expect(await response.json()).toEqual([false, null, '1']);
});

it('FetchTransport sends the declared headers, in any order and with repeated names', async () => {
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/',
      bindings: [Context(HttpResponse)],
      handler({ headers }) {
        headers.set('vary', 'content-type');
        headers.append('set-cookie', 'a=1');
        headers.append('set-cookie', 'b=2');
        headers.set('content-type', 'text/x-note');
        return 'hello';
      },
    }),
  );
  const { headers } = await router.fetch(new Request('http://localhost/'));
  expect([headers.get('vary'), headers.get('content-type'), headers.getSetCookie()]).toEqual([
    'content-type',
    'text/x-note',
    ['a=1', 'b=2'],
  ]);
});

it('FetchTransport limits a body that is longer than its Content-Length', async () => {
  const router = new Router(new Toolkit({ limits: { body: 4 } })).add(
    route({ method: 'POST', path: '/', bindings: [BodyParam(Uint8Array)], handler: ({ length }) => length }),
  );
  const send = async (body: string): Promise<readonly [number, string]> => {
    const request = { method: 'POST', headers: { 'content-length': '4' }, body };
    const response = await router.fetch(new Request('http://localhost/', request));
    return [response.status, await response.text()];
  };
  expect(await send('abcd')).toEqual([200, '4']);
  expect((await send('abcde'))[0]).toBe(413);
});
