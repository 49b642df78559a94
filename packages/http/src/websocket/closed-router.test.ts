import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Router } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const accept = vi.fn();
let modules: typeof import('../index.ts') & Pick<typeof import('./web-socket.ts'), 'webSocket'>;

beforeAll(async () => {
  // As on a runtime whose fetch handlers can accept WebSockets. The modules look for it when they are loaded, so that
  // this file and the next ones need their own modules.
  vi.stubGlobal('WebSocketPair', accept);
  vi.resetModules();
  modules = { ...(await import('../index.ts')), ...(await import('./web-socket.ts')) };
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

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
  const { Router, Toolkit, webSocket } = modules;
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
