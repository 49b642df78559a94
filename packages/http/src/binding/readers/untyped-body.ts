import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** The media type of a body without Content-Type (RFC 9110, section 8.3). */
export const UNTYPED_MEDIA = 'application/octet-stream';

/**
 * For a body whose media type the route cannot read: returns `nothing` if the body is empty, and otherwise throws 415.
 * Parsing a body without Content-Type as JSON would allow cross-site writes, because any web page can send such a body
 * cross-origin without a preflight.
 */
export function requireEmptyBody<T>(
  exchange: Exchange,
  nothing: T,
  taken: readonly string[],
): T | Promise<T> {
  const assertEmpty = (isEmpty: boolean): T => {
    if (isEmpty) return nothing;
    const why = exchange.transport.header('content-type')
      ? 'this route consumes'
      : 'the body has no Content-Type: this route consumes';
    throw new HttpError('unsupported-media-type', `${why} ${taken.join(', ')}`);
  };
  const isEmpty = exchange.body.isEmpty();
  return typeof isEmpty === 'boolean' ? assertEmpty(isEmpty) : isEmpty.then(assertEmpty);
}
