import { HttpError } from '../errors/http-error.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { respondError } from './respond-error.ts';

/**
 * Milliseconds within which a response that has started must end after its request is cancelled. A shorter time limit
 * of the request applies here as well.
 */
const GRACE_MS = 500;

/**
 * Cancels the request at its time limit. If the response has not started, responds with 503. An exception handler that
 * writes this response gets the same time limit; if it exceeds it, the built-in response is sent. If the response has
 * started, it is aborted unless it ends within the grace period.
 */
export function startDeadline(time: number, exchange: Exchange): void {
  clearTimeout(exchange.deadline);
  const timeoutError = new HttpError('unavailable', `the response took longer than ${time} ms`);
  const onExpired = (): void => {
    exchange.cancel(timeoutError);
    if (hasResponseStarted(exchange)) {
      exchange.deadline = setTimeout(() => abortResponse(exchange, timeoutError), Math.min(time, GRACE_MS));
      return;
    }
    exchange.move('timeout');
    // If an exception handler was already called, it was too slow, so no handler is called again.
    void respondError(
      exchange,
      timeoutError,
      exchange.state === 'timed-out' ? exchange.plan!.errorHandlers : NO_HANDLERS,
    );
    if (!hasResponseStarted(exchange)) exchange.deadline = setTimeout(onExpired, time);
  };
  exchange.deadline = setTimeout(onExpired, time);
}

/**
 * Aborts a response that has started. Logs the failure and runs the event listeners immediately, because the code that
 * writes the response may never settle.
 */
function abortResponse(exchange: Exchange, late: HttpError): void {
  const response = exchange.openedResponse;
  if (response === undefined || response.ended) return;
  void respondError(exchange, late, NO_HANDLERS);
  response.breakOff();
  exchange.plan!.events?.(exchange, late.status);
}

function hasResponseStarted(exchange: Exchange): boolean {
  return exchange.answered || exchange.openedResponse?.started === true;
}

const NO_HANDLERS: ErrorHandlers = { handlers: [], notFound: [] };
