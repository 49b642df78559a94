import type { NodeMessages } from '../../contract/node-messages.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isThenable } from '../../internal/thenable.ts';
import type { ConnectMiddleware } from './connect.ts';

/** The outcome of middleware: it has either passed the request on or sent the response. */
export type MiddlewareOutcome = 'passed' | 'answered';

/**
 * Runs middleware until it calls `next` or has sent the response. If it calls `next` or throws synchronously, the
 * outcome is not wrapped in a promise, and the error that it passes to `next` or throws is thrown. Otherwise, rejects
 * with this error, with `HttpError` 503 if the middleware has neither called `next` nor started the response within the
 * request's provider limit, or with an error if the client disconnects before it has received the response.
 */
export function runMiddleware(
  middleware: ConnectMiddleware,
  { request, response }: NodeMessages,
  exchange: Exchange,
): MiddlewareOutcome | Promise<MiddlewareOutcome> {
  const call = new MiddlewareCall();
  const next = (error?: unknown): void => {
    if (error === undefined || error === null || error === false) call.settle('passed');
    else call.fail(toError(error));
  };
  let returned: unknown;
  try {
    returned = middleware(request, response, next);
  } catch (error) {
    throw toError(error);
  }
  if (isThenable(returned))
    void Promise.resolve(returned).catch((error: unknown) => call.fail(toError(error)));
  if (call.isSettled) return call.outcome;
  const { provider: limit } = exchange.limits;
  const timer = setTimeout(() => {
    if (response.headersSent) return;
    exchange.toolkit.logger.error({ middleware: middleware.name, limit }, 'middleware took too long');
    call.fail(new HttpError('unavailable', `middleware took longer than ${limit} ms`));
  }, limit);
  const onClose = (): void => {
    if (response.writableFinished) call.settle('answered');
    else call.fail(new Error('the client disconnected'));
  };
  response.once('finish', onClose).once('close', onClose);
  const stop = (): void => {
    clearTimeout(timer);
    response.off('finish', onClose).off('close', onClose);
  };
  return call.settled.finally(stop);
}

/** One call to middleware. Only its first outcome counts. */
class MiddlewareCall {
  #result: MiddlewareOutcome | Error | undefined;
  readonly #waiting: PromiseWithResolvers<MiddlewareOutcome> = Promise.withResolvers();

  constructor() {
    // Prevents an unhandled rejection: if the error was reported synchronously, `outcome` throws it.
    this.#waiting.promise.catch(() => {});
  }

  get isSettled(): boolean {
    return this.#result !== undefined;
  }

  /** The outcome of a settled call. Throws the middleware's error. */
  get outcome(): MiddlewareOutcome {
    if (this.#result instanceof Error) throw this.#result;
    return this.#result!;
  }

  get settled(): Promise<MiddlewareOutcome> {
    return this.#waiting.promise;
  }

  settle(outcome: MiddlewareOutcome): void {
    this.#result ??= outcome;
    this.#waiting.resolve(outcome);
  }

  fail(error: Error): void {
    this.#result ??= error;
    this.#waiting.reject(error);
  }
}

/**
 * Converts the value that middleware passes to `next`, throws or rejects with to an `Error`. An error with a status
 * from 400 to 499, such as http-errors creates, becomes an `HttpError`.
 */
function toError(error: unknown): Error {
  if (error === 'route' || error === 'router')
    return new Error(`connect() does not support next('${error}'): call context.next() in a handler`);
  if (!(error instanceof Error))
    return new Error('middleware failed with a value that is not an Error', { cause: error });
  const {
    status,
    statusCode = status,
    expose,
  } = error as Error & {
    readonly status?: unknown;
    readonly statusCode?: unknown;
    readonly expose?: unknown;
  };
  if (error instanceof HttpError || typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499)
    return error;
  return new HttpError(statusCode, { ...(expose === true && { detail: error.message }), cause: error });
}
