import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';

/** Sends a raw request and returns the whole response. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.write(request);
  await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
  return text;
}

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  async function listen(router: Router, toolkit: Toolkit): Promise<number> {
    const server = toolkit.createServer(router, { transport });
    const { port } = await server.listen(0);
    onTestFinished(async () => void (await server.close()));
    return port;
  }

  it('OPTIONS * returns the methods of all routes', async () => {
    const toolkit = new Toolkit();
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/a', handler: () => 'a' }),
      route({ method: 'DELETE', path: '/b', handler: () => {} }),
    );
    const port = await listen(router, toolkit);
    const all = await exchange(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(all).toMatch(/^HTTP\/1\.1 204 /);
    const [, allow = ''] = /^allow: (.*)$/im.exec(all) ?? [];
    expect(allow.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS']);
  });

  it('OPTIONS * matches no route but runs filters that have no pattern', async () => {
    const toolkit = new Toolkit();
    const filtered: string[] = [];
    const router = new Router(toolkit)
      .use('/some/{rest:.*}', (_context, next) => {
        filtered.push('of some paths');
        return next();
      })
      .use('/{rest:.*}', (context, next) => {
        filtered.push(`${context.request.method} ${context.request.path}`);
        return next();
      })
      .add(route({ method: 'GET', path: '/{rest:.*}', handler: () => 'the route' }));
    const port = await listen(router, toolkit);
    const read = await exchange(port, 'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(read).not.toContain('the route');
    await exchange(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(filtered).toEqual(['OPTIONS *']);
    expect(await exchange(port, 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      'the route',
    );
    expect(filtered).toEqual(['OPTIONS *', 'GET /x']);
  });
});
