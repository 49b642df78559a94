import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RestResponse, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
  ...[
    ['line-break', { headers: { 'x-a': 'b\r\nx-injected: 1' } }],
    ['nul', { headers: { 'x-a': 'b\0' } }],
    ['name-with-space', { headers: { 'x a': 'b' } }],
    ['name-with-line-break', { headers: { 'x-a\r\nx-injected': 'b' } }],
    ['name-with-colon', { headers: { 'x-a:x-injected': 'b' } }],
    ['empty-name', { headers: { '': 'b' } }],
    ['status-0', { status: 0 }],
    ['status-99', { status: 99 }],
    ['status-600', { status: 600 }],
    ['status-1000', { status: 1_000 }],
    ['status-200.5', { status: 200.5 }],
    ['status-nan', { status: Number.NaN }],
  ].map(([path, init]) =>
    route({
      method: 'GET',
      path: `/${path as string}`,
      handler: () => new RestResponse('body', init as { status: number }),
    }),
  ),
);

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  it.each(router.table().map(({ path }) => path))(
    'responds with 500 to an invalid head: %s',
    async (path) => {
      const server = router.toolkit.createServer(router, { transport });
      onTestFinished(async () => void (await server.close({ timeout: 0 })));
      const { port } = await server.listen(0, '127.0.0.1');
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      let received = '';
      socket.on('data', (text: string) => (received += text));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      await once(socket, 'close');
      expect(received).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
      expect(received).not.toContain('x-injected');
    },
  );
});
