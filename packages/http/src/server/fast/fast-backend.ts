import { createServer, type Server } from 'node:net';
import type { Backend } from '../backend.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { Llhttp } from '../parser/llhttp.ts';
import { LlhttpParser } from '../parser/llhttp-parser.ts';
import type { Servable } from '../servable.ts';
import type { Timeouts } from '../server-types.ts';
import { whenReady } from '../listener.ts';
import { Connection } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { Connections } from './connections.ts';
import type { FastTransport } from './fast-transport.ts';
import { HeadEndings } from './head-endings.ts';

/** Serves HTTP/1.1 on `node:net`. */
export function createFastBackend(
  router: Servable,
  lifecycle: Lifecycle,
  timeouts: Timeouts,
): Backend<Server> {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = timeouts;
  const connections = new Connections([headersTimeout, requestTimeout, keepAliveTimeout]);
  const llhttp = new Llhttp();
  const context: ConnectionContext = {
    lifecycle,
    connections,
    endings: new HeadEndings(keepAliveTimeout),
    timeouts,
    createParser: (receiver) => new LlhttpParser(llhttp, receiver),
    serve: whenReady(router, (transport: FastTransport) => {
      transport.exchange = router.handle(transport);
      if (transport.done) return;
      transport.since = performance.now();
      lifecycle.enter(transport);
    }),
  };
  const node = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connections.open();
    connections.add(new Connection(socket, context));
  });
  return {
    node,
    closeIdleConnections: () => connections.closeIdle(),
    closeAllConnections: () => connections.closeAll(),
  };
}
