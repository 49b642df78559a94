/** @module Runs application tests over all transports: in process, on servers and with fetch. Requires Vitest. */
import { request as nodeRequest, type IncomingMessage } from 'node:http';
import { afterEach, describe } from 'vitest';
import { concatBytes } from '../exchange/collect-bytes.ts';
import type { Router } from '../router.ts';
import { createServer } from '../server/server.ts';
import type { ServerOptions } from '../server/server-types.ts';
import { overHttp2 } from './http2-client.ts';
import { inject } from './inject.ts';
import { toPlainRequest, toResponse, type InjectRequest, type InjectResponse } from './message.ts';

export { connectWebSocket, refusedHandshake, type TestWebSocket } from './web-socket-client.ts';

/** Sends a request over one transport. If `request` is a string, it is the path of a GET request. */
export type Client = (request: InjectRequest | string) => Promise<InjectResponse>;
/** Serves a router over the current transport until the test ends. */
export type ClientFactory = (router: Router) => Promise<Client>;

/**
 * Declares Vitest tests that run five times: in process, on servers with the transports `node` and `fast` and with
 * HTTP/2, and with the fetch handler.
 *
 *     describeTransports('notes', (serve) => {
 *       it('answers', async () => {
 *         const client = await serve(router);
 *         expect((await client('/notes')).status).toBe(200);
 *       });
 *     });
 *
 * With `{ except: ['http2'] }`, they do not run on this server, for example because HTTP/2 has no Upgrade header.
 */
export function describeTransports(
  name: string,
  cases: (serve: ClientFactory) => void,
  { except = [] }: { readonly except?: readonly ServerName[] } = {},
): void {
  describe(`${name} (inject)`, () =>
    cases((router) => Promise.resolve((request) => inject(router, request))));
  for (const [transport, options, send] of SERVERS) {
    if (except.includes(transport)) continue;
    describe(`${name} (${transport})`, () => {
      const stops: (() => Promise<unknown>)[] = [];
      afterEach(async () => {
        await Promise.all(stops.splice(0).map((stop) => stop()));
      });
      cases(async (router) => {
        const server = createServer(router, options);
        const { port } = await server.listen(0, '127.0.0.1');
        stops.push(() => server.close({ timeout: 0 }));
        return (request) => send(port, request);
      });
    });
  }
  describe(`${name} (fetch)`, () =>
    cases((router) => Promise.resolve((request) => overFetch(router, request))));
}

type ServerName = 'node' | 'fast' | 'http2';
type Sender = (port: number, request: InjectRequest | string) => Promise<InjectResponse>;

const SERVERS: readonly (readonly [name: ServerName, options: ServerOptions, send: Sender])[] = [
  ['node', { transport: 'node' }, overNode],
  ['fast', { transport: 'fast' }, overNode],
  ['http2', { http2: true }, overHttp2],
];

/** Sends a request with `node:http`, which does not change the path. */
function overNode(port: number, given: InjectRequest | string): Promise<InjectResponse> {
  const { method, url, headers, body, signal } = toPlainRequest(given);
  // Node sets Transfer-Encoding only for methods that usually have a body.
  const isChunked = body !== undefined && !(body instanceof Uint8Array) && !('content-length' in headers);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: isChunked ? { 'transfer-encoding': 'chunked', ...headers } : headers,
      agent: false,
      ...(signal && { signal }),
    };
    let answered = false;
    const request = nodeRequest(options, (response) => {
      answered = true;
      void receive(response).then(resolve, reject);
    });
    // If a server responds and closes the connection before the whole body has been sent, the response counts.
    request.on('error', (error) => {
      if (!answered) reject(error);
    });
    if (body === undefined || body instanceof Uint8Array) request.end(body);
    else void sendChunks(request, body);
  });
}

async function sendChunks(
  request: ReturnType<typeof nodeRequest>,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (request.destroyed) return;
    request.write(chunk);
  }
  request.end();
}

async function receive(response: IncomingMessage): Promise<InjectResponse> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response) parts.push(part as Uint8Array);
  } catch {
    // The response was aborted, so `complete` is false.
  }
  return toResponse(response.statusCode!, response.rawHeaders, concatBytes(parts), response.complete);
}

async function overFetch(router: Router, given: InjectRequest | string): Promise<InjectResponse> {
  const { method, url, headers, body, signal } = toPlainRequest(given);
  const request = new Request(`http://localhost${url}`, {
    method,
    headers,
    ...(signal && { signal }),
    ...(body !== undefined && { body: streamOf(body), duplex: 'half' }),
  } as RequestInit);
  const response = await router.fetch(request);
  if (signal?.aborted && response.status === 499) throw signal.reason;
  const parts: Uint8Array[] = [];
  let complete = true;
  const reader = response.body?.getReader();
  signal?.addEventListener('abort', () => {
    complete = false;
    void reader?.cancel();
  });
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      parts.push(next.value);
  } catch {
    complete = false;
  }
  const flat = [...response.headers].flat();
  return toResponse(response.status, flat, concatBytes(parts), complete);
}

function streamOf(body: Uint8Array | AsyncIterable<string | Uint8Array>): BodyInit {
  if (body instanceof Uint8Array) return body as BodyInit;
  const encoder = new TextEncoder();
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    cancel: () => void iterator.return?.(),
  });
}
