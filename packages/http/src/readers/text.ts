import { HttpError } from '../errors/http-error.ts';
import { Failure } from '../values/failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new Set(['iso-8859-1', 'latin1', 'us-ascii', 'ascii']);

/** A body as text. Bytes that are not of their charset are a failure; a charset that is not read is 415. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string | Failure {
  if (charset !== undefined && latin1.has(charset)) return Buffer.from(bytes).toString('latin1');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new HttpError('unsupported-media-type', 'a body is read as UTF-8');
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return new Failure([{ code: 'malformed', detail: 'is not UTF-8', pointer: '' }]);
  }
}
