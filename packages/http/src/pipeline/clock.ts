import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { fail } from './fail.ts';

/** Cancels the request when its time is up, and answers 503 when nothing was sent yet. */
export function startClock(time: number, exchange: Exchange): void {
  clearTimeout(exchange.clock);
  const late = new HttpError('unavailable', `the answer took longer than ${time} ms`);
  exchange.clock = setTimeout(() => {
    exchange.cancel(late);
    if (!exchange.answered && !exchange.openedResponse?.started) {
      void fail(exchange, late, exchange.plan!.remedies);
    }
  }, time);
}
