import { Server as HttpServer } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Backend, BackendSettings } from './backend.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createListener, type ServedTransport } from './listener.ts';
import { httpServerOptions } from './node-backend.ts';
import type { Servable } from './servable.ts';
import { Handshakes } from './tls/handshakes.ts';
import { toTlsServerOptions } from './tls/tls-options.ts';
import { serveUpgrades } from './upgrade/node-upgrades.ts';
import { Http2Connections } from './http2-connections.ts';
import { toNodeOptions, type Http2Limits } from './http2/http2-options.ts';

/**
 * Creates a backend that uses `node:http2`. With TLS, clients without HTTP/2 use HTTP/1.1, which `node:http` serves;
 * without TLS, clients must use HTTP/2.
 */
export function createHttp2Backend(
  router: Servable,
  lifecycle: Lifecycle,
  { timeouts, tls, upgrades }: BackendSettings,
  limits: Http2Limits,
): Backend<Http2Server | Http2SecureServer> {
  const onDone = (transport: ServedTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown does not contain `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(closeIdleHttp1));
  };
  const options = toNodeOptions(limits);
  const http1 = httpServerOptions(timeouts);
  // Loaded on demand, because few applications need it.
  const http2 = process.getBuiltinModule('node:http2');
  const node =
    tls === undefined
      ? http2.createServer(options)
      : http2.createSecureServer({
          ...toTlsServerOptions(tls, timeouts.headersTimeout),
          ...timeouts,
          ...options,
          http1Options: http1,
          connectionsCheckingInterval: http1.connectionsCheckingInterval,
          allowHTTP1: true,
          ALPNProtocols: ['h2', 'http/1.1'],
        } as Parameters<typeof http2.createSecureServer>[0]);
  const closeIdleHttp1 = (): void => {
    if (tls !== undefined) HttpServer.prototype.closeIdleConnections.call(node as unknown as HttpServer);
  };
  const connections = new Http2Connections(timeouts);
  const handshakes = tls === undefined ? undefined : new Handshakes(node);
  const sockets = new Set<Socket>();
  node.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  node.on('session', (session: ServerHttp2Session) => connections.add(session));
  node.on('request', createListener(router, lifecycle, { done: onDone }));
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
  if (tls !== undefined) serveUpgrades(node, upgrades);
  return {
    node,
    closeIdleConnections: () => {
      handshakes?.closePending();
      closeIdleHttp1();
      connections.closeIdle();
    },
    closeAllConnections: () => {
      connections.closeAll();
      for (const socket of sockets) socket.destroy();
    },
  };
}
