import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection, ServiceRefusal, type Send } from './connection.ts';

async function connect(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  limit?: number,
): Promise<Send> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const options = { server: new URL(`http://127.0.0.1:${port}`), signal: stop.signal };
  return createConnection({ ...options, ...(limit === undefined ? {} : { limit }) });
}

it('a connection sends the key, and returns the response', async () => {
  const send = await connect(({ url, headers }, response) => {
    response.end(JSON.stringify({ url, authorization: headers.authorization }));
  });
  expect(await send('/agent/orders', {}, 'key')).toEqual({
    url: '/agent/orders',
    authorization: 'Bearer key',
  });
});

it('a connection that the server closed while it was idle is replaced', async () => {
  const requests = new Map<Socket, number>();
  const send = await connect(({ socket }, response) => {
    const count = (requests.get(socket) ?? 0) + 1;
    requests.set(socket, count);
    if (count === 1) response.end('{}');
    else socket.resetAndDestroy();
  });
  await send('/', {});
  await expect.poll(() => send('/', {})).toEqual({});
  expect([...requests.values()]).toContain(2);
});

it.each([
  [403, '{"detail":"the token is used"}', { status: 403, message: 'the token is used', isTemporary: false }],
  [503, 'busy', { status: 503, message: 'status 503', isTemporary: true, retryAfter: 7 }],
  [429, '{"title":"Too Many Requests"}', { status: 429, message: 'Too Many Requests', isTemporary: true }],
  [302, '', { status: 302, message: 'the server redirects the request', isTemporary: false }],
])('the status %i with the body %s is a refusal', async (status, body, refusal) => {
  const send = await connect((_request, response) => {
    response.writeHead(status, { 'retry-after': '7', location: '/other' }).end(body);
  });
  const error = await send('/', {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceRefusal);
  expect(error).toMatchObject(refusal);
});

it('a response that is not JSON, or does not arrive in time, is an error that may be repeated', async () => {
  const other = await connect((_request, response) => void response.end('<html>'));
  await expect(other('/', {})).rejects.toThrow('the response is not JSON');
  const silent = await connect(() => {}, 50);
  await expect(silent('/', {})).rejects.toThrow(/abort|timeout/i);
});
