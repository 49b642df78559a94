import { accepted, CHUNKS, INNER, mapValues, post, refused, type SmugglingCase } from './case.ts';

const withChunks = (body: string): string => post('Transfer-Encoding: chunked\r\n', body);

/** Chunks whose ends servers find at different positions, or that exceed a limit. */
export const CHUNK_CASES: readonly SmugglingCase[] = [
  ...refused(
    'servers parse such a chunk differently',
    mapValues(
      {
        'chunk size above 64 bits': '10000000000000005\r\nhello\r\n',
        'chunk size of 64 bits': 'ffffffffffffffff\r\nhello\r\n',
        'chunk size with an underscore': '5_\r\nhello\r\n',
        'chunk size with 0x': '0x5\r\nhello\r\n',
        'chunk size with plus': '+5\r\nhello\r\n',
        'chunk size with minus': '-5\r\nhello\r\n',
        'chunk size with a letter': '5g\r\nhello\r\n',
        'chunk size with a comma': '5,5\r\nhello\r\n',
        'chunk size after a space': ' 5\r\nhello\r\n',
        'chunk size before a space': '5 \r\nhello\r\n',
        'chunk size before a tab': '5\t\r\nhello\r\n',
        'chunk size empty': '\r\nhello\r\n',
        'chunk size ending in LF': '5\nhello\r\n',
        'chunk size ending in CR': '5\rhello\r\n',
        'chunk size ending in CR CR LF': '5\r\r\nhello\r\n',
        'chunk ending in LF': '5\r\nhello\n',
        'chunk without an end': '5\r\nhello',
        'chunk longer than its size': '5\r\nhelloxx\r\n',
        'chunk extension after a space': '5 ;a\r\nhello\r\n',
        'chunk extension with LF': '5;a\nb\r\nhello\r\n',
        'chunk extension with CR': '5;a\rb\r\nhello\r\n',
        'chunk extension with NUL': '5;\0\r\nhello\r\n',
        'chunk extension empty': '5;\r\nhello\r\n',
        'chunk extension with an open quote': '5;a="\r\nhello\r\n',
        'chunk extension with LF in quotes': '5;a="\n"\r\nhello\r\n',
      },
      (chunk) => withChunks(chunk + CHUNKS),
    ),
  ),
  ...refused(
    'servers find the end of such a body in different places',
    mapValues(
      {
        'last chunk without an empty line': '5\r\nhello\r\n0\r\n',
        'last chunk before LF': '0\r\n\n',
        'last chunk ending in LF': '0\n\n',
        'trailer Content-Length': '0\r\nContent-Length: 33\r\n\r\n',
        'trailer Transfer-Encoding': '0\r\nTransfer-Encoding: chunked\r\n\r\n',
        'trailer in a folded line': '0\r\nX: y\r\n z\r\n\r\n',
        'trailer with a space before the colon': '0\r\nX : y\r\n\r\n',
        'trailer without a colon': '0\r\nX\r\n\r\n',
      },
      (end) => withChunks(end + INNER),
    ),
  ),
  ...refused(
    'extensions above the limit cost memory or time',
    { 'chunk extension of 17 kB': withChunks(`5;${'a'.repeat(17_000)}\r\nhello\r\n${CHUNKS}`) },
    413,
  ),
  ...refused(
    'trailers above the limit cost memory',
    { 'trailer of 17 kB': withChunks(`0\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`) },
    431,
  ),
  ...accepted('the end of the body is unambiguous', {
    'chunk size with leading zeros': withChunks(`0000000000000000000005\r\nhello\r\n${CHUNKS}`),
    'chunk extension': withChunks(`5;a=b\r\nhello\r\n0;a\r\n\r\n${INNER}`),
    'chunk extension below the limit': withChunks(`5;${'a'.repeat(16_000)}\r\nhello\r\n${CHUNKS}`),
    'chunk extensions below the limit, many': withChunks(`${'1;aaaaaaaa\r\nx\r\n'.repeat(2100)}${CHUNKS}`),
    trailer: withChunks(`0\r\nX: y\r\n\r\n${INNER}`),
    'trailer Host': withChunks(`0\r\nHost: b\r\n\r\n${INNER}`),
  }),
];
