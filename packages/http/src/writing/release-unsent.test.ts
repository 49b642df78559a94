import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { RestResponse, route, Router, Toolkit, type Route } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const idle = (): Readable => new Readable({ read() {} });
const untilFreed = (stream: Readable): Promise<void> =>
  vi.waitFor(() => expect(stream.destroyed).toBe(true), { timeout: 30_000 });

describeTransports('a Node stream that is not sent', (serve) => {
  const serving = (handler: Route['handler'], more: Partial<Route> = {}, time?: number) =>
    serve(
      new Router(
        new Toolkit({ logger: recordingLogger(), ...(time !== undefined && { limits: { time } }) }),
      ).add(route({ method: 'GET', path: '/', handler, ...more })),
    );

  it.each<[string, (stream: Readable) => unknown]>([
    ['itself', (stream) => stream],
    ['the body of a RestResponse', (stream) => new RestResponse(stream)],
    ['a promised body', (stream) => new RestResponse(Promise.resolve(stream))],
  ])('is released for HEAD: %s', async (_what, resultOf) => {
    const stream = idle();
    const client = await serving(() => resultOf(stream));
    expect((await client({ method: 'HEAD', url: '/' })).status).toBe(200);
    await untilFreed(stream);
  });

  it('does not end the process if it fails after the response to HEAD', async () => {
    const streams: Readable[] = [];
    const client = await serving(() => {
      const stream = createReadStream('/no/such/file');
      streams.push(stream);
      return stream;
    });
    expect((await client({ method: 'HEAD', url: '/' })).status).toBe(200);
    await vi.waitFor(() => expect(streams.map(({ closed }) => closed)).toEqual([true]), { timeout: 30_000 });
  });

  it.each<[string, number, (stream: Readable) => unknown, Partial<Route>]>([
    [
      'a header of its response is invalid',
      500,
      (stream) => new RestResponse(stream, { headers: { 'x-a': 'a\nb' } }),
      {},
    ],
    ['the status of its response is invalid', 500, (stream) => new RestResponse(stream, { status: 99 }), {}],
    [
      'its writer fails',
      500,
      (stream) => stream,
      {
        scopes: [{ writer: { name: 'Failing', instance: { write: () => Promise.reject(new Error('no')) } } }],
      },
    ],
  ])('is released if %s', async (_why, status, resultOf, more) => {
    const stream = idle();
    const client = await serving(() => resultOf(stream), more);
    expect((await client('/')).status).toBe(status);
    await untilFreed(stream);
  });

  it.each<[string, (stream: Readable) => unknown]>([
    ['itself', (stream) => stream],
    ['the body of a RestResponse', (stream) => new RestResponse(stream)],
    ['the body of a Response', (stream) => new Response(Readable.toWeb(stream) as ReadableStream)],
  ])("is released if it is returned after the request's time limit: %s", async (_what, resultOf) => {
    const stream = idle();
    const late = Promise.withResolvers<unknown>();
    const client = await serving(() => late.promise, {}, 20);
    expect((await client('/')).status).toBe(503);
    late.resolve(resultOf(stream));
    await untilFreed(stream);
  });

  it('is released when the client disconnects before its first part', async () => {
    const stream = idle();
    const called = Promise.withResolvers<void>();
    const client = await serving(() => {
      called.resolve();
      return stream;
    });
    const controller = new AbortController();
    const answer = client({ url: '/', signal: controller.signal }).catch(() => undefined);
    await called.promise;
    controller.abort();
    await answer;
    await untilFreed(stream);
  });

  it('is released when the client disconnects while it is idle', async () => {
    const stream = idle();
    stream.push('first');
    const client = await serving(() => stream);
    const controller = new AbortController();
    const answer = client({ url: '/', signal: controller.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(stream.readableLength).toBe(0), { timeout: 30_000 });
    controller.abort();
    await answer;
    await untilFreed(stream);
  });
});
