import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../errors/http-error.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import { toProblem } from '../protocol/problem.ts';
import type { Lifecycle } from './lifecycle.ts';
import { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import { pathOfTarget } from '../protocol/request-path.ts';

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
  return whenReady(router, (request, response, next) => {
    const transport = new NodeTransport(request, response, lifecycle, next);
    transport.expectsContinue = expectsContinue;
    transport.exchange = router.handle(transport);
    if (transport.done || done === undefined) return;
    transport.since = performance.now();
    transport.onDone = done;
    lifecycle.enter(transport);
  });
}

interface ListenerOptions {
  /** Whether clients wait for status 100 before they send a body (default: false). */
  readonly expectsContinue?: boolean;
  readonly done?: (transport: NodeTransport) => void;
}

/**
 * Delays requests until the router has started, for servers that the application creates;
 * `Server.listen` waits anyway. If the router cannot start, logs the error and responds 503.
 */
function whenReady(router: Servable, serve: Listener): Listener {
  let starting: Promise<unknown> | undefined;
  const logError = (error: unknown): void =>
    router.toolkit.logger.error({ error }, 'the router cannot start');
  return (request, response, next) => {
    if (starting === undefined && !router.isBlocked) {
      try {
        serve(request, response, next);
      } catch (error) {
        // The routes of the router are invalid.
        logError(error);
        respondUnavailable(router, request, response);
      }
      return;
    }
    if (starting === undefined) {
      starting = router.ready();
      starting.then(
        () => (starting = undefined),
        () => {},
      );
    }
    starting.then(
      () => serve(request, response, next),
      (error: unknown) => {
        logError(error);
        respondUnavailable(router, request, response);
      },
    );
  };
}

function respondUnavailable({ toolkit }: Servable, request: IncomingMessage, response: ServerResponse): void {
  const error = new HttpError('unavailable');
  const { contentType, body } = renderProblem(
    toProblem(error, pathOfTarget(request.url!), toolkit.problems.base),
    request.headers.accept,
  );
  response.writeHead(error.status, { 'content-type': contentType, connection: 'close' }).end(body);
}
