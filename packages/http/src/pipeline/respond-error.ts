import { HttpError } from '../errors/http-error.ts';
import { NoRoute } from '../errors/no-route.ts';
import { REPRESENTATION_HEADERS } from '../protocol/body-headers.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import { toProblem } from '../protocol/problem.ts';
import { handlerFor, notFoundFor } from './error-handlers.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { instanceOf, type Component } from '../contract/component.ts';
import { pathOfTarget } from '../protocol/request-path.ts';
import { toPromise, isThenable, mapMaybe } from '../internal/thenable.ts';
import { TEXT_TYPE } from '../writing/encodings.ts';
import { resolveOffers } from '../writing/offers.ts';

/**
 * Responds to an error with the not-found handler or exception handler for it. If there is none, responds with the
 * status of an `HttpError`, or with a 500 without details. Never throws or rejects: if the error cannot be written or
 * the logger fails, sends a 500 or aborts the response.
 */
export function respondError(
  exchange: Exchange,
  error: unknown,
  errorHandlers: ErrorHandlers,
): void | Promise<void> {
  if (leaveToMiddleware(exchange, error, errorHandlers)) return undefined;
  exchange.recordError(error);
  return withErrorHandling(exchange, () => writeError(exchange, error, errorHandlers));
}

/**
 * Passes a request to the middleware after the router if neither a route nor a not-found handler matches it and no
 * response has started. Returns whether the request was passed on.
 */
function leaveToMiddleware(exchange: Exchange, error: unknown, errorHandlers: ErrorHandlers): boolean {
  const { transport, openedResponse } = exchange;
  if (transport.leave === undefined || !(error instanceof NoRoute) || exchange.match !== undefined)
    return false;
  if (exchange.isSettled || openedResponse?.started || transport.gone) return false;
  if (findNotFoundHandler(exchange, errorHandlers) !== undefined) return false;
  exchange.move('answer');
  transport.leave(openedResponse?.headers.flat() ?? []);
  exchange.telemetry?.closed('passed-on');
  return true;
}

/** Runs `attempt`, and responds to its failure without calling an exception handler again. */
function withErrorHandling(exchange: Exchange, attempt: () => void | Promise<void>): void | Promise<void> {
  try {
    const pending = attempt();
    return isThenable(pending)
      ? pending.then(undefined, (error) => respondInternalError(exchange, error))
      : undefined;
  } catch (error) {
    return respondInternalError(exchange, error);
  }
}

function respondInternalError(exchange: Exchange, error: unknown): void {
  try {
    const known = error instanceof HttpError ? undefined : error;
    writeProblem(exchange, known ?? new Error('an exception handler failed', { cause: error }));
  } catch {
    exchange.move('answer');
    exchange.abort();
  }
}

function writeError(exchange: Exchange, error: unknown, errorHandlers: ErrorHandlers): void | Promise<void> {
  if (!canRespond(exchange, error)) return undefined;
  const missing = error instanceof NoRoute ? findNotFoundHandler(exchange, errorHandlers) : undefined;
  if (missing !== undefined) {
    return callErrorHandler(exchange, error, missing, (writer) =>
      writer.write(exchange.request, exchange.response),
    );
  }
  const handler = handlerFor(error, errorHandlers);
  if (handler === undefined) return writeProblem(exchange, error);
  return callErrorHandler(exchange, error, handler, (one) =>
    one.write(error, exchange.request, exchange.response),
  );
}

/** Whether an error response can be sent. If not, logs the error and aborts the response, unless it has ended. */
function canRespond(exchange: Exchange, error: unknown): boolean {
  const { transport, toolkit, method } = exchange;
  if (transport.gone) {
    exchange.move('answer');
    toolkit.logger.debug({ method, path: requestPathOf(exchange), error }, 'client disconnected');
    exchange.abort();
    return false;
  }
  if (!exchange.answered && !exchange.openedResponse?.started) return true;
  logLateError(exchange, error);
  if (exchange.openedResponse?.ended !== true) exchange.abort();
  exchange.move('answer');
  return false;
}

/** Logs an error that can no longer be sent to the client. */
export function logLateError(exchange: Exchange, error: unknown): void {
  const { toolkit, method } = exchange;
  toolkit.logger.error(
    { method, path: requestPathOf(exchange), error },
    'request failed after the response had started',
  );
}

function findNotFoundHandler(
  exchange: Exchange,
  errorHandlers: ErrorHandlers,
): ReturnType<typeof notFoundFor> {
  if (errorHandlers.notFound.length === 0) return undefined;
  return notFoundFor(decodedPath(exchange), errorHandlers);
}

/**
 * Calls a handler under the same rules as a writer: a string without a declared type is sent as plain text, and the
 * kernel ends the response.
 */
function callErrorHandler<T>(
  exchange: Exchange,
  error: unknown,
  component: Component<T>,
  write: (instance: T) => void | Promise<void>,
): void | Promise<void> {
  exchange.move('handle');
  replaceHeaders(exchange, error instanceof HttpError ? error : undefined);
  const { response } = exchange;
  response.status = error instanceof HttpError ? error.status : 500;
  const [type] = resolveOffers(component.mediaTypes) ?? [];
  if (type !== undefined) response.headers.set('content-type', type);
  for (const [name, value] of component.headers ?? []) response.headers.set(name, value);
  response.fallbackType = TEXT_TYPE;
  const finish = (): void => {
    exchange.move('answer');
    if (!exchange.response.ended) exchange.response.end();
  };
  return mapMaybe(toPromise(write(instanceOf(component, exchange))), finish);
}

function writeProblem(exchange: Exchange, error: unknown): void {
  // The handler may have started the response before it failed.
  if (!canRespond(exchange, error)) return;
  const known = error instanceof HttpError ? error : undefined;
  if (known === undefined) {
    exchange.toolkit.logger.error(
      { method: exchange.method, path: requestPathOf(exchange), error },
      'request failed',
    );
  }
  const httpError = known ?? new HttpError('internal-error');
  replaceHeaders(exchange, httpError);
  const { contentType, body } = renderProblem(
    toProblem(httpError, requestPathOf(exchange), exchange.toolkit.problems.base),
    exchange.transport.header('accept'),
  );
  exchange.answer(httpError.status, contentType, body, 'accept');
}

/** Sets the error's headers and removes headers that a handler or filter has set for a body that is not sent. */
function replaceHeaders(exchange: Exchange, error: HttpError | undefined): void {
  const opened = exchange.openedResponse;
  if (opened !== undefined) for (const name of REPRESENTATION_HEADERS) opened.headers.delete(name);
  if (error?.headers === undefined) return;
  const { headers } = exchange.response;
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
}

/** Returns the path as sent, without the query, for logs and the `instance` of problem documents. */
function requestPathOf({ transport }: Exchange): string {
  return pathOfTarget(transport.target);
}

/**
 * Returns the path against which the patterns of not-found handlers are matched: decoded, without matrix parameters and
 * empty segments, with its trailing slash.
 */
function decodedPath(exchange: Exchange): string {
  const { segments } = exchange.path;
  const path = `/${segments.join('/')}`;
  return requestPathOf(exchange).endsWith('/') && path !== '/' ? `${path}/` : path;
}
