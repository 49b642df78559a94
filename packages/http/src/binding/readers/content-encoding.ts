import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Throws 415 for a compressed body (RFC 9110, section 15.5.16), unless a filter decompresses it. */
export function assertIdentity(exchange: Exchange): void {
  const encoding = exchange.transport.header('content-encoding')?.trim() ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity' || exchange.body.isDecoded) return;
  throw new HttpError('unsupported-media-type', {
    detail: 'a body with a Content-Encoding is not supported by this route',
    headers: { 'accept-encoding': 'identity' },
  });
}
