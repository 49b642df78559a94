import { pathOfTarget } from '../protocol/request-path.ts';
import { toProblem } from '../protocol/problem.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import type { Transport } from '../contract/transport.ts';
import { HttpError } from '../errors/http-error.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Http2Transport } from './http2/http2-transport.ts';
import type { Lifecycle } from './lifecycle.ts';
import { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';

/**
 * A request listener for `node:http` and `node:http2`. With `next`, it passes on requests that no route matches.
 */
export type Listener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  next?: () => void,
) => void;

/** The transport for a request to a server of `node:http` or `node:http2`. */
export type ServedTransport = NodeTransport | Http2Transport;

/** A router as middleware for Express and Connect. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Creates a listener that passes requests to the router. `done` is called only for requests that are answered
 * asynchronously.
 */
export function createListener(
  router: Servable,
  lifecycle: Lifecycle,
  { expectsContinue = false, done }: ListenerOptions = {},
): Listener {
  const serve = whenReady(router, (transport: ServedTransport) => {
    transport.exchange = router.handle(transport);
    if (transport.done || done === undefined) return;
    transport.since = performance.now();
    transport.onDone = done;
    lifecycle.enter(transport);
  });
  return (request, response, next) => {
    const transport = isHttp2(request)
      ? new Http2Transport(request, response as Http2ServerResponse, lifecycle, next)
      : new NodeTransport(request, response as ServerResponse, lifecycle, next);
    transport.expectsContinue = expectsContinue;
    serve(transport);
  };
}

/** Implements `Router.asMiddleware`. */
export function createMiddleware(listener: Listener): Middleware {
  return function middleware(request, response, next) {
    if (typeof next !== 'function') {
      throw new TypeError('router.asMiddleware() needs next: for http.createServer, use router.listener');
    }
    listener(request, response, next);
  };
}

/** Not decided by the version, because a client of HTTP/1.1 may send any version in its request line. */
function isHttp2(request: IncomingMessage | Http2ServerRequest): request is Http2ServerRequest {
  return 'stream' in request;
}

interface ListenerOptions {
  /** Whether clients wait for a response with status 100 before they send the body (default: false). */
  readonly expectsContinue?: boolean;
  readonly done?: (transport: ServedTransport) => void;
}

/**
 * Delays requests until the router has started. This is for servers that the application creates: `Server.listen`
 * itself waits for the router. If the router cannot start, logs the error and responds with 503.
 */
export function whenReady<T extends Transport>(
  router: Servable,
  serve: (transport: T) => void,
): (transport: T) => void {
  let starting: Promise<unknown> | undefined;
  const refuse = (transport: T, error: unknown): void => {
    router.toolkit.logger.error({ error }, 'the router cannot start');
    respondUnavailable(router, transport);
  };
  return (transport) => {
    if (starting === undefined && !router.isBlocked) {
      try {
        serve(transport);
      } catch (error) {
        // The routes are invalid.
        refuse(transport, error);
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
      () => serve(transport),
      (error: unknown) => refuse(transport, error),
    );
  };
}

function respondUnavailable({ toolkit }: Servable, transport: Transport): void {
  const error = new HttpError('unavailable');
  const problem = toProblem(error, pathOfTarget(transport.target), toolkit.problems.base);
  const { contentType, body } = renderProblem(problem, transport.header('accept'));
  transport.send(error.status, ['content-type', contentType, 'connection', 'close'], body);
}
