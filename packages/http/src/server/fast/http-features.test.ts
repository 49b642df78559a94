import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { route, Router, Toolkit } from '../../index.ts';

const toolkit = new Toolkit();
const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler: () => 'hello' }));

describe('server.node of the fast transport', () => {
  it.each([
    'request',
    'upgrade',
    'connect',
    'checkContinue',
    'checkExpectation',
    'clientError',
    'dropRequest',
  ])('throws for a listener of %s, an event of node:http', (event) => {
    const { node } = toolkit.createServer(router);
    expect(() => node.on(event, () => {})).toThrow(
      /does not emit "\w+" with the transport 'fast': .*transport: 'node'/,
    );
    expect(() => node.once(event, () => {})).toThrow(TypeError);
    expect(node.listenerCount(event)).toBe(0);
  });

  it('names the option that replaces an upgrade listener', () => {
    const { node } = toolkit.createServer(router);
    expect(() => node.on('upgrade', () => {})).toThrow(
      `server.node does not emit "upgrade" with the transport 'fast': pass createServer(router, { upgrades }), or use createServer(router, { transport: 'node' })`,
    );
  });

  it.each([
    ['keepAliveTimeout', 'pass createServer(router, { keepAliveTimeout }), or use createServer'],
    ['headersTimeout', 'pass createServer(router, { headersTimeout }), or use createServer'],
    ['requestTimeout', 'pass createServer(router, { requestTimeout }), or use createServer'],
    ['maxRequestsPerSocket', "use createServer(router, { transport: 'node' })"],
    ['maxHeadersCount', "use createServer(router, { transport: 'node' })"],
    ['timeout', "use createServer(router, { transport: 'node' })"],
  ])('throws if the setting %s of node:http is set', (name, fix) => {
    const { node } = toolkit.createServer(router);
    expect(() => Object.assign(node, { [name]: 1 })).toThrow(
      `server.node has no setting ${name} with the transport 'fast': ${fix}`,
    );
  });

  it('has the events and settings of net.Server', async () => {
    const server = toolkit.createServer(router);
    const connected = once(server.node, 'connection');
    server.node.maxConnections = 10;
    const { url } = await server.listen(0, '127.0.0.1');
    request(url)
      .on('error', () => {})
      .end();
    await connected;
    await server.close({ timeout: 0 });
  });
});

it('server.node of the node transport has the events and settings of node:http', () => {
  const { node } = toolkit.createServer(router, { transport: 'node' });
  node.on('clientError', () => {});
  node.keepAliveTimeout = 65_000;
  expect(node.keepAliveTimeout).toBe(65_000);
});
