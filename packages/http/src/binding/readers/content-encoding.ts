import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Throws 415 for a compressed body (RFC 9110, section 15.5.16), because bodies are not decompressed. */
export function assertIdentity({ transport }: Exchange): void {
  const encoding = transport.header('content-encoding')?.trim() ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  throw new HttpError('unsupported-media-type', {
    detail: 'a body with a Content-Encoding is not supported by this route',
    headers: { 'accept-encoding': 'identity' },
  });
}
