import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../errors/http-error.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import { toProblem } from '../protocol/problem.ts';
import type { Lifecycle } from './lifecycle.ts';
import { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import { pathOfTarget } from '../protocol/request-path.ts';

/** What node:http calls with each request, and Express and Connect with `next` besides. */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Gives each request to the router; `done` is called for those that were not answered at once. */
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
  /** The clients wait for 100 before they send a body. */
  readonly expectsContinue?: boolean;
  readonly done?: (transport: NodeTransport) => void;
}

/**
 * Serves at once, or once the routes are known. `listen` waits before; this is for servers that were told to listen by
 * themselves. When the routes never will be known, it answers 503 and tells the log why.
 */
function whenReady(router: Servable, serve: Listener): Listener {
  let starting: Promise<unknown> | undefined;
  const logError = (error: unknown): void =>
    router.toolkit.logger.error({ error }, 'no request can be answered');
  return (request, response, next) => {
    if (starting === undefined && !router.isBlocked) {
      try {
        serve(request, response, next);
      } catch (error) {
        // It was prepared before anybody asked, and is wrong.
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
