import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';

/** The whole answer to a request that is sent as it is. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.write(request);
  await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
  return text;
}

it('OPTIONS * is answered with the methods of all routes, and * is no path of a route', async () => {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).add(
    route({ method: 'GET', path: '/a', handler: () => 'a' }),
    route({ method: 'DELETE', path: '/b', handler: () => {} }),
  );
  const server = toolkit.createServer(router);
  const { port } = await server.listen(0);
  onTestFinished(async () => void (await server.close()));
  const all = await exchange(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(all).toMatch(/^HTTP\/1\.1 204 /);
  const [, allow = ''] = /^allow: (.*)$/im.exec(all) ?? [];
  expect(allow.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS']);
});
