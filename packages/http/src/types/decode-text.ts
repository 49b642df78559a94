import { HttpError } from '../errors/http-error.ts';
import { Failure } from './failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const replacing = new TextDecoder();
const REPLACEMENT = '\ufffd';
/** Decoders by the names of charsets. Their number is bounded by the number of names that `TextDecoder` supports. */
const decoders = new Map<string, TextDecoder>([
  ['utf-8', utf8],
  ['utf8', utf8],
]);

/**
 * Decodes a body and removes its byte-order mark. Returns a failure if the bytes are invalid. Throws an error with
 * status 415 if the charset is unknown.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string | Failure {
  const decoder = charset === undefined ? utf8 : decoderOf(charset);
  try {
    // Decoding without `fatal` takes a fraction of the time on Deno. It replaces invalid bytes with U+FFFD, which valid
    // text rarely contains.
    const text = decoder === utf8 ? replacing.decode(bytes) : REPLACEMENT;
    return text.includes(REPLACEMENT) ? decoder.decode(bytes) : text;
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
    throw new HttpError(
      'unsupported-media-type',
      'the charset of the body is not supported; send it as UTF-8',
    );
  }
}
