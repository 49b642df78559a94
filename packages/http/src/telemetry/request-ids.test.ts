import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { HttpError, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { currentRequestId, requestIds } from './index.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const toolkit = new Toolkit({ logger: recordingLogger() });
const router = new Router(toolkit).add(
  route({
    method: 'GET',
    path: '/id',
    async handler() {
      await turn();
      return currentRequestId();
    },
  }),
  route({
    method: 'POST',
    path: '/failing',
    handler: () => {
      throw new HttpError('conflict');
    },
  }),
);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describeTransports('requestIds', (serve) => {
  it("uses the client's id in the handler and in the response", async () => {
    stops.push(requestIds(toolkit));
    const client = await serve(router);
    const response = await client({ url: '/id', headers: { 'x-request-id': 'a-1.b:2' } });
    expect([response.text(), response.headers['x-request-id']]).toEqual(['a-1.b:2', 'a-1.b:2']);
    expect(currentRequestId()).toBeUndefined();
  });

  it.each([
    ['no id', undefined],
    ['an id with a space', 'a b'],
    ['an id with a quote', 'a"b'],
    ['an empty id', ''],
    ['an id of 129 characters', 'a'.repeat(129)],
  ])('replaces %s', async (_name, sent) => {
    stops.push(requestIds(toolkit));
    const client = await serve(router);
    const response = await client({
      url: '/id',
      ...(sent !== undefined && { headers: { 'x-request-id': sent } }),
    });
    expect(response.headers['x-request-id']).toMatch(UUID);
    expect(response.text()).toBe(response.headers['x-request-id']);
  });

  it.each([
    ['404', { url: '/nowhere' }],
    ['405', { method: 'DELETE', url: '/id' }],
    ['409', { method: 'POST', url: '/failing' }],
    ['413', { method: 'POST', url: '/failing', body: Buffer.alloc(2 * 1024 * 1024) }],
    ['400', { url: '/%zz' }],
  ])('sends the id with status %s', async (status, request) => {
    stops.push(requestIds(toolkit, { header: 'Correlation-Id', generate: () => 'generated' }));
    const client = await serve(router);
    const response = await client(request);
    expect([response.status, response.headers['correlation-id']]).toEqual([Number(status), 'generated']);
  });

  it('stops when the returned function is called', async () => {
    requestIds(toolkit)();
    const client = await serve(router);
    expect((await client('/id')).headers['x-request-id']).toBeUndefined();
  });
});

it('requestIds throws for an invalid header name', () => {
  expect(() => requestIds(toolkit, { header: 'a b' })).toThrow(
    'requestIds: header must be the name of a header, not "a b"',
  );
});

it('requestIds throws for an unknown option and for an option of the wrong type', () => {
  expect(() => requestIds(toolkit, { headers: 'a' } as never)).toThrow('requestIds has no option "headers"');
  expect(() => requestIds(toolkit, { generate: 'a' } as never)).toThrow(
    'requestIds: generate must be a function',
  );
});
