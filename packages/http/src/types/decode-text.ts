import { HttpError } from '../errors/http-error.ts';
import { Failure } from './failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** By charset as it was named; no more than there are names. */
const decoders = new Map<string, TextDecoder>([
  ['utf-8', utf8],
  ['utf8', utf8],
]);

/**
 * A body as text, without its byte-order mark. Bytes that are not of their charset are a failure; a charset that nobody
 * knows is 415.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string | Failure {
  const decoder = charset === undefined ? utf8 : decoderOf(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    const detail = `is not ${decoder.encoding.toUpperCase()}`;
    return new Failure([{ code: 'malformed', detail, pointer: '' }]);
  }
}

function decoderOf(charset: string): TextDecoder {
  const known = decoders.get(charset);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    decoders.set(charset, decoder);
    return decoder;
  } catch {
    throw new HttpError('unsupported-media-type', 'the charset of the body is not known; send it as UTF-8');
  }
}
