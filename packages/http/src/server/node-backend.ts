import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Backend, BackendSettings } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createListener, type ServedTransport } from './listener.ts';
import type { Servable } from './servable.ts';
import type { Timeouts } from './server-types.ts';
import { Handshakes } from './tls/handshakes.ts';
import { toTlsServerOptions } from './tls/tls-options.ts';
import { serveUpgrades } from './upgrade/node-upgrades.ts';

/** Creates a backend that uses `node:http`. */
export function createNodeBackend(
  router: Servable,
  lifecycle: Lifecycle,
  { timeouts, tls, upgrades }: BackendSettings,
): Backend<Server> {
  const onDone = (transport: ServedTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown does not contain `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const options = httpServerOptions(timeouts);
  const listener = createListener(router, lifecycle, { done: onDone });
  const node =
    tls === undefined
      ? createServer(options, listener)
      : process
          .getBuiltinModule('node:https')
          .createServer({ ...options, ...toTlsServerOptions(tls, timeouts.headersTimeout) }, listener);
  const handshakes = tls === undefined ? undefined : new Handshakes(node);
  // Without this listener, Node would send status 100 even to requests that are rejected before the body is read.
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
  serveUpgrades(node, upgrades);
  return {
    node,
    closeIdleConnections: () => {
      handshakes?.closePending();
      node.closeIdleConnections();
    },
    closeAllConnections: () => {
      node.closeAllConnections();
      handshakes?.closeAll();
    },
  };
}

/** Returns the options for HTTP/1.1 connections of `node:http`, or of `node:http2` with TLS. */
export function httpServerOptions(timeouts: Timeouts): ServerOptions<typeof Incoming> {
  return {
    IncomingMessage: Incoming,
    // With this option, Node creates no stream for requests without a body. Node 22 ignores it.
    optimizeEmptyRequests: true,
    ...timeouts,
    connectionsCheckingInterval: 1_000,
  };
}
