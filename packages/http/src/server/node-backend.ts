import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Backend, BackendSettings } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createListener } from './listener.ts';
import type { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import { Handshakes } from './tls/handshakes.ts';
import { toTlsServerOptions } from './tls/tls-options.ts';

/** Serves with `node:http`. */
export function createNodeBackend(
  router: Servable,
  lifecycle: Lifecycle,
  { timeouts, tls }: BackendSettings,
): Backend<Server> {
  const onDone = (transport: NodeTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown contains no `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const options: ServerOptions<typeof Incoming> = {
    IncomingMessage: Incoming,
    // Creates no stream for requests without a body. Node 22 ignores this option.
    optimizeEmptyRequests: true,
    ...timeouts,
    connectionsCheckingInterval: 1_000,
  };
  const listener = createListener(router, lifecycle, { done: onDone });
  const node =
    tls === undefined
      ? createServer(options, listener)
      : createTlsServer({ ...options, ...toTlsServerOptions(tls, timeouts.headersTimeout) }, listener);
  const handshakes = tls === undefined ? undefined : new Handshakes(node);
  // Without this listener, Node would send status 100 even for requests that are rejected before
  // the body is read.
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
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
