import { HttpError } from '../errors/http-error.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { respondError } from './respond-error.ts';

/** Milliseconds at the most that a response which has begun may take to come to its end once its request was cancelled. */
const GRACE_MS = 500;

/**
 * Cancels the request when its time is up, and answers 503 when nothing was sent yet: by the exception handler that is
 * for it, which has as long again. A response that has begun is broken off, unless it ends when it is told.
 */
export function startDeadline(time: number, exchange: Exchange): void {
  clearTimeout(exchange.deadline);
  const timeoutError = new HttpError('unavailable', `the answer took longer than ${time} ms`);
  const onExpired = (): void => {
    exchange.cancel(timeoutError);
    if (hasResponseStarted(exchange)) {
      exchange.deadline = setTimeout(() => abortResponse(exchange, timeoutError), Math.min(time, GRACE_MS));
      return;
    }
    exchange.move('timeout');
    // An exception handler that was called before is what takes so long.
    void respondError(
      exchange,
      timeoutError,
      exchange.state === 'timed-out' ? exchange.plan!.errorHandlers : NO_HANDLERS,
    );
    if (!hasResponseStarted(exchange)) exchange.deadline = setTimeout(onExpired, time);
  };
  exchange.deadline = setTimeout(onExpired, time);
}

/** Whoever writes it may never settle: the failure is told now, also to the events that are for it. */
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
