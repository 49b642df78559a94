import {
  accepted,
  CHUNKS,
  INNER,
  mapValues,
  post,
  refused,
  refusedAfter,
  type SmugglingCase,
} from './case.ts';

const withChunks = (body: string): string => post('Transfer-Encoding: chunked\r\n', body);

/** Chunks whose ends servers find at different positions, or that exceed a limit. */
export const CHUNK_CASES: readonly SmugglingCase[] = [
  ...refused(
    'servers parse such a chunk differently',
    mapValues(
      {
        'a chunk size that exceeds 64 bits': '10000000000000005\r\nhello\r\n',
        'the largest chunk size that fits in 64 bits': 'ffffffffffffffff\r\nhello\r\n',
        'a chunk size followed by an underscore': '5_\r\nhello\r\n',
        'a chunk size with the prefix 0x': '0x5\r\nhello\r\n',
        'a chunk size with a plus sign': '+5\r\nhello\r\n',
        'a chunk size with a minus sign': '-5\r\nhello\r\n',
        'a chunk size with a letter that is not a hexadecimal digit': '5g\r\nhello\r\n',
        'a chunk size that is a list': '5,5\r\nhello\r\n',
        'a space before a chunk size': ' 5\r\nhello\r\n',
        'a space after a chunk size': '5 \r\nhello\r\n',
        'a tab after a chunk size': '5\t\r\nhello\r\n',
        'an empty chunk size': '\r\nhello\r\n',
        'a chunk size that ends with a bare LF': '5\nhello\r\n',
        'a chunk size that ends with a bare CR': '5\rhello\r\n',
        'a chunk size that ends with CR CR LF': '5\r\r\nhello\r\n',
        'chunk data that ends with a bare LF': '5\r\nhello\n',
        'chunk data without a line break at the end': '5\r\nhello',
        'chunk data that is longer than the chunk size': '5\r\nhelloxx\r\n',
        'a space before a chunk extension': '5 ;a\r\nhello\r\n',
        'a bare LF in a chunk extension': '5;a\nb\r\nhello\r\n',
        'a bare CR in a chunk extension': '5;a\rb\r\nhello\r\n',
        'a null byte in a chunk extension': '5;\0\r\nhello\r\n',
        'an empty chunk extension': '5;\r\nhello\r\n',
        'an unterminated quoted string in a chunk extension': '5;a="\r\nhello\r\n',
        'a quoted LF in a chunk extension': '5;a="\n"\r\nhello\r\n',
      },
      (chunk) => withChunks(chunk + CHUNKS),
    ),
  ),
  ...refused(
    'servers find the end of such a body in different places',
    mapValues(
      {
        'a last chunk that is not followed by an empty line': '5\r\nhello\r\n0\r\n',
        'a last chunk followed by a bare LF': '0\r\n\n',
        'a last chunk with bare LFs only': '0\n\n',
        'a Content-Length trailer': '0\r\nContent-Length: 33\r\n\r\n',
        'a Transfer-Encoding trailer': '0\r\nTransfer-Encoding: chunked\r\n\r\n',
        'a folded trailer': '0\r\nX: y\r\n z\r\n\r\n',
        'a trailer with a space before the colon': '0\r\nX : y\r\n\r\n',
        'a trailer without a colon': '0\r\nX\r\n\r\n',
      },
      (end) => withChunks(end + INNER),
    ),
  ),
  ...refusedAfter(
    'node:http closes the connection after such a trailer',
    mapValues(
      {
        'a Connection trailer with close': 'Connection: close',
        'a Connection trailer with close in a list': 'Connection: close,',
        'a Proxy-Connection trailer with close': 'Proxy-Connection: close',
      },
      (trailer) => withChunks(`0\r\n${trailer}\r\n\r\n${INNER}`),
    ),
  ),
  ...refused(
    'extensions above the limit cost memory or time',
    { 'a chunk extension of 17 kB': withChunks(`5;${'a'.repeat(17_000)}\r\nhello\r\n${CHUNKS}`) },
    413,
  ),
  ...refused(
    'trailers above the limit cost memory',
    { 'a trailer of 17 kB': withChunks(`0\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`) },
    431,
  ),
  ...accepted('the end of the body is unambiguous', {
    'a chunk size with leading zeros': withChunks(`0000000000000000000005\r\nhello\r\n${CHUNKS}`),
    'a chunk extension': withChunks(`5;a=b\r\nhello\r\n0;a\r\n\r\n${INNER}`),
    'a chunk extension below the limit': withChunks(`5;${'a'.repeat(16_000)}\r\nhello\r\n${CHUNKS}`),
    'many chunk extensions whose total length is below the limit': withChunks(
      `${'1;aaaaaaaa\r\nx\r\n'.repeat(2100)}${CHUNKS}`,
    ),
    'a trailer': withChunks(`0\r\nX: y\r\n\r\n${INNER}`),
    'a Host trailer': withChunks(`0\r\nHost: b\r\n\r\n${INNER}`),
  }),
];
