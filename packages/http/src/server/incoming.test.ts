import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { BodyParam, Context, route, Router, RoutingContext, Toolkit, type Server } from '../index.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ timeout: 0 })));
});

const toolkit = new Toolkit({ limits: { body: 100 } });

/** Messages of errors caused by bodies that did not arrive completely. */
const failures: string[] = [];
let aborting = Promise.withResolvers<void>();

const router = new Router(toolkit).add(
  route({ method: 'POST', path: '/echo', bindings: [BodyParam(String)], handler: (text: string) => text }),
  route({
    method: 'POST',
    path: '/late',
    bindings: [Context(RoutingContext)],
    async handler({ body }: RoutingContext) {
      await pause(50);
      return body.text();
    },
  }),
  route({
    method: 'POST',
    path: '/aborted',
    bindings: [Context(RoutingContext)],
    async handler({ body }: RoutingContext) {
      aborting.resolve();
      await body.text().catch((error: Error) => failures.push(error.message));
      return 'aborted';
    },
  }),
);

/** Returns all data received up to and including the response whose body is `last`. */
async function answers(socket: Socket, last: string): Promise<string> {
  let got = '';
  socket.on('data', (chunk: string) => (got += chunk));
  while (!got.endsWith(`\r\n\r\n${last}`))
    await once(socket, 'data', { signal: AbortSignal.timeout(30_000) });
  return got;
}

function post(path: string, body: string, length: number = body.length): string {
  return `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  async function open(): Promise<Socket> {
    const server = toolkit.createServer(router, { transport });
    servers.push(server);
    const { port } = await server.listen(0, '127.0.0.1');
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('error', () => {});
    return socket;
  }

  it('a request receives a body that arrives in several parts or chunks', async () => {
    const socket = await open();
    socket.write(post('/echo', 'abc', 6));
    await pause(20);
    socket.write('def');
    await answers(socket, 'abcdef');
    socket.write('POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nghi\r\n');
    await pause(20);
    socket.write('3\r\njkl\r\n0\r\n\r\n');
    await answers(socket, 'ghijkl');
    socket.destroy();
  });

  it('each of several pipelined requests receives its own body', async () => {
    const socket = await open();
    socket.write(post('/echo', 'one') + post('/late', 'two') + post('/echo', 'three'));
    const got = await answers(socket, 'three');
    expect(got.match(/\r\n\r\n(one|two|three)/g)).toEqual(['\r\n\r\none', '\r\n\r\ntwo', '\r\n\r\nthree']);
    socket.destroy();
  });

  it('a request receives a body that arrives partly before it is read', async () => {
    const socket = await open();
    socket.write(post('/late', 'abc', 6));
    await pause(100);
    socket.write('def');
    await answers(socket, 'abcdef');
    socket.destroy();
  });

  it('the server discards the rest of an oversized body and leaves the connection open', async () => {
    const socket = await open();
    socket.write('POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
    for (let part = 0; part < 5; part += 1) {
      socket.write(`32\r\n${'x'.repeat(50)}\r\n`);
      await pause(5);
    }
    socket.write(`0\r\n\r\n${post('/echo', 'next')}`);
    expect(await answers(socket, 'next')).toMatch(/^HTTP\/1\.1 413 [^]+HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('a read of the body rejects when the client disconnects', async () => {
    const socket = await open();
    failures.length = 0;
    aborting = Promise.withResolvers();
    socket.write(post('/aborted', 'abc', 6));
    await aborting.promise;
    socket.destroy();
    await expect
      .poll(() => failures, { timeout: 30_000 })
      .toEqual([expect.stringMatching(/aborted|disconnected/)]);
  });
});
