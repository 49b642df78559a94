import { parseMediaType } from './content-type.ts';

/** Encodes a string. Throws `TypeError` for characters that the charset does not contain. */
export type Encode = (text: string) => Uint8Array;

const UTF_8: ReadonlySet<string | undefined> = new Set([undefined, 'utf-8', 'utf8']);

const ENCODERS: ReadonlyMap<string, Encode> = new Map([
  ['iso-8859-1', encoder('iso-8859-1', 'latin1', /[\u0100-\uffff]/)],
  ['latin1', encoder('latin1', 'latin1', /[\u0100-\uffff]/)],
  ['us-ascii', encoder('us-ascii', 'latin1', /[\u0080-\uffff]/)],
  ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
]);

function encoder(name: string, encoding: BufferEncoding, missing: RegExp): Encode {
  return (text) => {
    if (missing.test(text))
      throw new TypeError(`the result contains characters that ${name} cannot represent`);
    return Buffer.from(text, encoding);
  };
}

/**
 * Returns the encoder for the charset of a media type. Returns undefined for UTF-8, which is the default for strings,
 * and for unknown charsets.
 */
export function encoderOf(contentType: string): Encode | undefined {
  return ENCODERS.get(parseMediaType(contentType).charset ?? '');
}

/** Returns the charset of a media type if strings cannot be encoded in this charset, and otherwise undefined. */
export function unknownCharset(contentType: string): string | undefined {
  const { charset } = parseMediaType(contentType);
  return UTF_8.has(charset) || ENCODERS.has(charset!) ? undefined : charset;
}

export const CHARSETS: string = ['utf-8', ...ENCODERS.keys()].join(', ');

/**
 * Encodes a string in the charset of the Content-Type. Returns bytes and undefined unchanged. Throws `TypeError` if the
 * charset is unknown or does not contain a character of the string.
 */
export function encodeBody<T extends string | Uint8Array | undefined>(
  body: T,
  contentType: string | undefined,
): T | Uint8Array {
  // Most media types do not contain a charset.
  if (typeof body !== 'string' || contentType === undefined || !/charset/i.test(contentType)) return body;
  const unknown = unknownCharset(contentType);
  if (unknown !== undefined) {
    throw new TypeError(
      `a string cannot be sent as ${contentType}: the charset ${unknown} is unknown; send bytes, or use one of ${CHARSETS}`,
    );
  }
  return encoderOf(contentType)?.(body) ?? body;
}
