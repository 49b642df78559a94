import { afterAll, expect, it, vi } from 'vitest';
import { Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { webSocket } from './web-socket.ts';

const { accept } = vi.hoisted(() => {
  const spy = vi.fn();
  // As on a runtime whose fetch handlers can accept WebSockets. It must exist before the router is loaded.
  vi.stubGlobal('WebSocketPair', spy);
  return { accept: spy };
});
afterAll(() => void vi.unstubAllGlobals());

const handshake = (): Request =>
  new Request('http://localhost/chat', {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  });

function routerOf(wait?: Promise<void>): Router {
  const handler = async () => {
    await wait;
    return { message: () => {} };
  };
  return new Router(new Toolkit({ logger: recordingLogger() })).add(webSocket({ path: '/chat', handler }));
}

it('a closed router refuses handshakes, also if it has accepted none before', async () => {
  const router = routerOf();
  await router.close();
  await router.close();
  expect((await router.fetch(handshake())).status).toBe(503);
  expect(accept).not.toHaveBeenCalled();
});

it('a router refuses a handshake whose handler ends after it has been closed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const router = routerOf(promise);
  const response = router.fetch(handshake());
  await router.close();
  resolve();
  expect((await response).status).toBe(503);
  expect(accept).not.toHaveBeenCalled();
});
