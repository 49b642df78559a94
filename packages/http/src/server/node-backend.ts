import { createServer, type Server } from 'node:http';
import type { Backend } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createListener } from './listener.ts';
import type { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import type { Timeouts } from './server-types.ts';

/** Serves with `node:http`. */
export function createNodeBackend(
  router: Servable,
  lifecycle: Lifecycle,
  timeouts: Timeouts,
): Backend<Server> {
  const onDone = (transport: NodeTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown contains no `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const node = createServer(
    {
      IncomingMessage: Incoming,
      // Creates no stream for requests without a body. Node 22 ignores this option.
      optimizeEmptyRequests: true,
      ...timeouts,
      connectionsCheckingInterval: 1_000,
    },
    createListener(router, lifecycle, { done: onDone }),
  );
  // Without this listener, Node would send status 100 even for requests that are rejected before
  // the body is read.
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
  return {
    node,
    closeIdleConnections: () => node.closeIdleConnections(),
    closeAllConnections: () => node.closeAllConnections(),
  };
}
