import { expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { HttpError, RestResponse, route, Router, Toolkit } from '../index.ts';
import { REQUEST_CHANNELS, type RequestMessage } from '../index.ts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { compression } from './compression/compression.ts';
import { etag } from './etag.ts';

const toolkit = new Toolkit({ logger: recordingLogger() });

function serving(handler: () => unknown): Router {
  return new Router(toolkit).use(etag()).add(route({ method: 'ANY', path: '/', handler }));
}

describeTransports('etag', (serve) => {
  it('sets the same tag for the same body, and responds with 304 to a client with a copy', async () => {
    let title = 'tea';
    const client = await serve(serving(() => new RestResponse({ title }, { headers: { 'x-own': '1' } })));
    const first = await client('/');
    const tag = first.headers['etag']!;
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const method of ['GET', 'HEAD']) {
      const known = await client({ method, url: '/', headers: { 'if-none-match': `"x", W/${tag}` } });
      expect([known.status, known.headers['etag'], known.headers['x-own'], known.body.length]).toEqual([
        304,
        tag,
        '1',
        0,
      ]);
      expect(known.headers['content-type']).toBeUndefined();
    }
    expect((await client({ method: 'HEAD', url: '/' })).headers['etag']).toBe(tag);
    title = 'milk';
    const changed = await client({ url: '/', headers: { 'if-none-match': tag } });
    expect([changed.status, changed.json()]).toEqual([200, { title: 'milk' }]);
    expect(changed.headers['etag']).not.toBe(tag);
  });

  it('responds with 412 if If-Match excludes the tag', async () => {
    const client = await serve(serving(() => 'tea'));
    const { headers } = await client('/');
    expect((await client({ url: '/', headers: { 'if-match': headers['etag']! } })).status).toBe(200);
    const failed = await client({ url: '/', headers: { 'if-match': '"other"' } });
    expect([failed.status, failed.headers['content-type'], failed.headers['etag']]).toEqual([
      412,
      'application/problem+json',
      undefined,
    ]);
    expect(failed.json()).toMatchObject({ status: 412, title: 'Precondition Failed' });
  });

  it('sends 412 without the headers that describe the body or how long it is valid', async () => {
    const headers = {
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment',
      'last-modified': 'Mon, 23 Nov 2026 00:00:00 GMT',
      'x-own': '1',
    };
    const client = await serve(serving(() => new RestResponse('tea', { headers })));
    const failed = await client({ url: '/', headers: { 'if-match': '"other"' } });
    expect(failed.headers).toMatchObject({ 'x-own': '1', vary: 'accept' });
    for (const name of ['cache-control', 'content-disposition', 'last-modified'])
      expect(failed.headers).not.toHaveProperty(name);
  });

  it('uses the tag that the handler sets, on streams as well', async () => {
    async function* parts(): AsyncGenerator<string> {
      yield 'tea';
    }
    const tagged = { headers: { etag: '"v1"' } };
    const text = await serve(serving(() => new RestResponse('tea', tagged)));
    expect((await text('/')).headers['etag']).toBe('"v1"');
    expect((await text({ url: '/', headers: { 'if-none-match': '"v1"' } })).status).toBe(304);
    const stream = await serve(serving(() => new RestResponse(parts(), tagged)));
    const known = await stream({ url: '/', headers: { 'if-none-match': '"v1"' } });
    expect([known.status, known.text()]).toEqual([304, '']);
    const excluded = await stream({ url: '/', headers: { 'if-match': '"other"' } });
    expect([excluded.status, excluded.text()]).toEqual([200, 'tea']);
    const untagged = await serve(serving(() => parts()));
    const { status, headers, text: read } = await untagged('/');
    expect([status, headers['etag'], read()]).toEqual([200, undefined, 'tea']);
  });

  it('stops a stream if the client has a copy of it', async () => {
    let isStopped = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          yield 'tea';
          await setImmediate();
        }
      } finally {
        isStopped = true;
      }
    }
    const client = await serve(
      serving(() => new RestResponse(endless(), { headers: { etag: '"v1"' } })).use(compression()),
    );
    const headers = { 'if-none-match': '"v1"', 'accept-encoding': 'gzip' };
    const known = await client({ url: '/', headers });
    expect([known.status, known.body.length, isStopped]).toEqual([304, 0, true]);
    expect(known.headers['content-length']).toBeUndefined();
  });

  it.each<[string, string, () => unknown]>([
    ['POST', 'POST', () => 'tea'],
    ['another status', 'GET', () => new RestResponse('tea', { status: 201 })],
    ['an error', 'GET', () => Promise.reject(new HttpError('forbidden'))],
    ['a response without a body', 'GET', () => undefined],
  ])('sets no tag for %s', async (_name, method, handler) => {
    const client = await serve(serving(handler));
    const answer = await client({ method, url: '/', headers: { 'if-match': '"other"' } });
    expect(answer.headers['etag']).toBeUndefined();
    expect(answer.status).not.toBe(412);
  });

  it('sends a weak tag if the response is compressed, and repeats it in the 304', async () => {
    const router = serving(() => 'tea '.repeat(1_000)).use(compression());
    const client = await serve(router);
    const accepting = { 'accept-encoding': 'gzip' };
    const first = await client({ url: '/', headers: accepting });
    expect(gunzipSync(first.body).toString()).toBe('tea '.repeat(1_000));
    const tag = first.headers['etag']!;
    expect(tag).toMatch(/^W\/"/);
    const known = await client({ url: '/', headers: { ...accepting, 'if-none-match': tag } });
    expect([known.status, known.headers['etag'], known.headers['vary']]).toEqual([
      304,
      tag,
      'accept-encoding',
    ]);
  });

  it('publishes requests with the status that is sent', async () => {
    const statuses: (number | undefined)[] = [];
    const record = (message: unknown): void => void statuses.push((message as RequestMessage).status);
    subscribe(REQUEST_CHANNELS.answered, record);
    const client = await serve(serving(() => 'tea'));
    const { headers } = await client('/');
    await client({ url: '/', headers: { 'if-none-match': headers['etag']! } });
    unsubscribe(REQUEST_CHANNELS.answered, record);
    expect(statuses).toEqual([200, 304]);
  });
});
