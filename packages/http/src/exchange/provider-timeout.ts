import { withTimeout } from '@writ/diagnostics/internal';
import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { isThenable } from '../internal/thenable.ts';

/** Waits for a provider's object. Rejects with 503 after `limit` ms (default: the request's provider limit). */
export function withProviderTimeout<T>(
  context: RoutingContext,
  name: string,
  given: T | PromiseLike<T>,
  limit: number = context.limits.provider,
): T | Promise<T> {
  if (!isThenable(given)) return given;
  return withTimeout(given, limit, (): never => {
    context.toolkit.logger.error({ provider: name, limit }, 'a provider took too long');
    throw new HttpError('unavailable', `a provider took longer than ${limit} ms`);
  });
}
