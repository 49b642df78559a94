import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Lifecycle } from './lifecycle.ts';
import { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import { whenReady } from './when-ready.ts';

/** A request listener for `node:http`; Express and Connect pass `next` as well. */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Creates a listener that passes requests to the router. `done` is called only for requests that
 * are answered asynchronously.
 */
export function createListener(
  router: Servable,
  lifecycle: Lifecycle,
  { expectsContinue = false, done }: ListenerOptions = {},
): Listener {
  const serve = whenReady(router, (transport: NodeTransport) => {
    transport.exchange = router.handle(transport);
    if (transport.done || done === undefined) return;
    transport.since = performance.now();
    transport.onDone = done;
    lifecycle.enter(transport);
  });
  return (request, response, next) => {
    const transport = new NodeTransport(request, response, lifecycle, next);
    transport.expectsContinue = expectsContinue;
    serve(transport);
  };
}

interface ListenerOptions {
  /** Whether clients wait for status 100 before they send a body (default: false). */
  readonly expectsContinue?: boolean;
  readonly done?: (transport: NodeTransport) => void;
}
