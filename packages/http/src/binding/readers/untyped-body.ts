import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** The media type of a body without Content-Type (RFC 9110, section 8.3). */
export const UNTYPED_MEDIA = 'application/octet-stream';

/**
 * Requires that a body which is not parsed is empty: returns `nothing`, else throws 415. A body without Content-Type is
 * refused, too: a page of another origin can send one without a preflight, so reading it as JSON would let every page
 * write.
 */
export function requireEmptyBody<T>(
  exchange: Exchange,
  nothing: T,
  taken: readonly string[],
): T | Promise<T> {
  const judge = (isEmpty: boolean): T => {
    if (isEmpty) return nothing;
    const why = exchange.transport.header('content-type')
      ? 'this route consumes'
      : 'the body has no Content-Type: this route consumes';
    throw new HttpError('unsupported-media-type', `${why} ${taken.join(', ')}`);
  };
  const isEmpty = exchange.body.isEmpty();
  return typeof isEmpty === 'boolean' ? judge(isEmpty) : isEmpty.then(judge);
}
