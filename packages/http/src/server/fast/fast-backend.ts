import { maxHeaderSize } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Backend, BackendSettings } from '../backend.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Llhttp } from '../parser/llhttp.ts';
import { CommonRequestParser } from '../parser/common-request-parser.ts';
import { LlhttpParser } from '../parser/llhttp-parser.ts';
import type { Servable } from '../servable.ts';
import { Handshakes } from '../tls/handshakes.ts';
import { toTlsServerOptions } from '../tls/tls-options.ts';
import { whenReady } from '../listener.ts';
import { Connection } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { Connections } from './connections.ts';
import type { FastTransport } from './fast-transport.ts';
import { HeadEndings } from './head-endings.ts';
import { refuseHttpFeatures } from './http-features.ts';

/** Creates a backend that serves HTTP/1.1 on `node:net`. */
export function createFastBackend(
  router: Servable,
  lifecycle: Lifecycle,
  { timeouts, tls, upgrades }: BackendSettings,
  llhttp: Llhttp,
): Backend<Server> {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = timeouts;
  const connections = new Connections([headersTimeout, requestTimeout, keepAliveTimeout]);
  const context: ConnectionContext = {
    lifecycle,
    connections,
    endings: new HeadEndings(keepAliveTimeout),
    timeouts,
    upgrades,
    createParser: (receiver) =>
      new CommonRequestParser(new LlhttpParser(llhttp, receiver, maxHeaderSize), receiver, maxHeaderSize),
    serve: whenReady(router, (transport: FastTransport) => {
      transport.exchange = router.handle(transport);
      if (transport.done) return;
      transport.since = performance.now();
      lifecycle.enter(transport);
    }),
  };
  const connect = (socket: Socket): void => {
    connections.open();
    connections.add(new Connection(socket, context));
  };
  const options = { allowHalfOpen: true, noDelay: true };
  const node =
    tls === undefined
      ? createServer(options, connect)
      : process
          .getBuiltinModule('node:tls')
          .createServer({ ...options, ...toTlsServerOptions(tls, timeouts.headersTimeout) }, connect);
  refuseHttpFeatures(node);
  const handshakes = tls === undefined ? undefined : new Handshakes(node);
  return {
    node,
    closeIdleConnections: () => {
      handshakes?.closePending();
      connections.closeIdle();
    },
    closeAllConnections: () => {
      connections.closeAll();
      handshakes?.closeAll();
    },
  };
}
