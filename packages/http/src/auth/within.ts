import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../thenable.ts';

/** What a provider gives; when it takes longer than the limit, the request is answered with 503. */
export function within<T>(exchange: Exchange, name: string, given: T | PromiseLike<T>): T | Promise<T> {
  if (!isThenable(given)) return given;
  const { provider: limit } = exchange.limits;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      exchange.toolkit.logger.error({ provider: name, limit }, 'a provider took too long');
      reject(new HttpError('unavailable', `a check took longer than ${limit} ms`));
    }, limit);
    Promise.resolve(given)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
