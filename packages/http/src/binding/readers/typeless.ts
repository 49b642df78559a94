import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** What a body without Content-Type counts as (RFC 9110, section 8.3). */
export const TYPELESS = 'application/octet-stream';

/**
 * Answers for a body without Content-Type where a body is parsed: `nothing` when it is empty, else 415. A page of another
 * origin may send one without a preflight, so reading it as JSON would let every page write.
 */
export function refuseTypeless<T>(
  exchange: Exchange,
  nothing: T,
  taken: readonly string[],
): T | PromiseLike<T> {
  const judge = (isEmpty: boolean): T => {
    if (isEmpty) return nothing;
    throw new HttpError(
      'unsupported-media-type',
      `the body has no Content-Type: this takes ${taken.join(', ')}`,
    );
  };
  const isEmpty = exchange.body.empty();
  return typeof isEmpty === 'boolean' ? judge(isEmpty) : isEmpty.then(judge);
}
