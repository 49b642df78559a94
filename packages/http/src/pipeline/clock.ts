import { HttpError } from '../errors/http-error.ts';
import type { Remedies } from '../errors/remedies.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { fail } from './fail.ts';

/** Cancels the request when its time is up, and answers 503 when nothing was sent yet: by the exception handler that is for it, which has as long again. */
export function startClock(time: number, exchange: Exchange): void {
  clearTimeout(exchange.clock);
  const late = new HttpError('unavailable', `the answer took longer than ${time} ms`);
  const ring = (): void => {
    exchange.cancel(late);
    if (hasBegun(exchange)) return;
    exchange.overdue = true;
    // An exception handler that has been asked is what takes so long.
    void fail(exchange, late, exchange.remedied ? NO_REMEDIES : exchange.plan!.remedies);
    if (!hasBegun(exchange)) exchange.clock = setTimeout(ring, time);
  };
  exchange.clock = setTimeout(ring, time);
}

function hasBegun(exchange: Exchange): boolean {
  return exchange.answered || exchange.openedResponse?.started === true;
}

const NO_REMEDIES: Remedies = { handlers: [], notFound: [] };
