import {
  accepted,
  CHUNKS,
  INNER,
  mapValues,
  OUTER,
  post,
  refused,
  refusedAfter,
  type SmugglingCase,
} from './case.ts';

const withCoding = (lines: string): string => post(`${lines}\r\n`, CHUNKS);
const withLength = (value: string): string => post(`Content-Length: ${value}\r\n`, `hello${INNER}`);

/** Smuggling cases in which Content-Length or Transfer-Encoding determines the length of the body. */
export const LENGTH_CASES: readonly SmugglingCase[] = [
  ...refused('one server uses the length, another uses the chunks', {
    'Content-Length before Transfer-Encoding (CL.TE)': post(
      `Content-Length: ${CHUNKS.length}\r\nTransfer-Encoding: chunked\r\n`,
      CHUNKS,
    ),
    'Transfer-Encoding before Content-Length (TE.CL)': post(
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`,
    ),
    'CL.TE with Content-Length: 0': post('Content-Length: 0\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
    'CL.TE with Transfer-Encoding: identity': post(
      'Content-Length: 5\r\nTransfer-Encoding: identity\r\n',
      'hello',
    ),
    'CL.TE with an empty Transfer-Encoding': post('Content-Length: 5\r\nTransfer-Encoding:\r\n', 'hello'),
  }),
  ...refused(
    'a server that does not recognize the coding uses the length, or no body',
    mapValues(
      {
        'Transfer-Encoding with identity after chunked': 'Transfer-Encoding: chunked, identity',
        'Transfer-Encoding with identity in a second header line':
          'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
        'Transfer-Encoding with chunked twice': 'Transfer-Encoding: chunked, chunked',
        'Transfer-Encoding with chunked in two header lines':
          'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
        'Transfer-Encoding: xchunked': 'Transfer-Encoding: xchunked',
        'Transfer-Encoding: chunkedchunked': 'Transfer-Encoding: chunkedchunked',
        'Transfer-Encoding: identity': 'Transfer-Encoding: identity',
        'an empty Transfer-Encoding': 'Transfer-Encoding:',
        'a Transfer-Encoding that ends with a comma': 'Transfer-Encoding: chunked,',
        'a Transfer-Encoding with a parameter': 'Transfer-Encoding: chunked;q=1',
        'a quoted Transfer-Encoding': 'Transfer-Encoding: "chunked"',
        'a Transfer-Encoding that begins with a vertical tab': 'Transfer-Encoding: \vchunked',
        'a Transfer-Encoding that ends with a form feed': 'Transfer-Encoding: chunked\f',
        'a Transfer-Encoding that ends with a null byte': 'Transfer-Encoding: chunked\0',
        'a Transfer-Encoding that ends with a no-break space': 'Transfer-Encoding: chunked\xa0',
        'a Transfer-Encoding that ends with a tab': 'Transfer-Encoding: chunked\t',
        'a Transfer-Encoding that ends with an extra CR': 'Transfer-Encoding: chunked\r',
        'a Transfer-Encoding in a folded line': 'Transfer-Encoding:\r\n chunked',
        'a Transfer-Encoding split by a folded line': 'Transfer-Encoding: chun\r\n ked',
        'a space between Transfer-Encoding and the colon': 'Transfer-Encoding : chunked',
        'a tab between Transfer-Encoding and the colon': 'Transfer-Encoding\t: chunked',
        'a space before Transfer-Encoding': ' Transfer-Encoding: chunked',
        'a null byte in the name Transfer-Encoding': 'Transfer-\0Encoding: chunked',
        'Transfer-Encoding without a colon': 'Transfer-Encoding chunked',
        'Transfer-Encoding after a bare CR': 'X: x\rTransfer-Encoding: chunked',
        'Transfer-Encoding after a bare LF': 'X: x\nTransfer-Encoding: chunked',
        'Transfer-Encoding after CRLF and CR': 'X: x\r\n\rTransfer-Encoding: chunked',
        'Transfer-Encoding before a bare LF': 'Transfer-Encoding: chunked\nX: x',
      },
      withCoding,
    ),
  ),
  ...refusedAfter(
    'only CGI treats an underscore as a hyphen, so the body is parsed as a second request, which is invalid',
    {
      'Transfer_Encoding with an underscore': withCoding('Transfer_Encoding: chunked'),
      'Content_Length with an underscore': post('Content_Length: 5\r\n', `hello${INNER}`),
    },
  ),
  ...refusedAfter('HTTP/1.0 has no chunked coding, so the connection closes after such a request', {
    'Transfer-Encoding in HTTP/1.0': `POST /outer HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  }),
  ...accepted('chunked is valid and is the last coding', {
    ...mapValues(
      {
        'Transfer-Encoding with gzip before chunked': 'Transfer-Encoding: gzip, chunked',
        'Transfer-Encoding with identity before chunked': 'Transfer-Encoding: identity, chunked',
        'Transfer-Encoding in mixed case': 'tRANSFER-eNCODING: cHUNKED',
        'a tab before the value of Transfer-Encoding': 'Transfer-Encoding:\tchunked',
        'Transfer-Encoding without a space after the colon': 'Transfer-Encoding:chunked',
        'a Transfer-Encoding that ends with a space': 'Transfer-Encoding: chunked ',
        'a Transfer-Encoding that begins with an empty element': 'Transfer-Encoding: ,chunked',
      },
      withCoding,
    ),
  }),
  ...refused(
    'servers parse such a length differently, or choose different ones if there are two',
    mapValues(
      {
        'two different Content-Length headers': '5\r\nContent-Length: 6',
        'two equal Content-Length headers': '5\r\nContent-Length: 5',
        'a Content-Length list with different values': '5, 6',
        'a Content-Length list with equal values': '5, 5',
        'a Content-Length that ends with a comma': '5,',
        'a Content-Length with a plus sign': '+5',
        'a Content-Length with a minus sign': '-5',
        'a hexadecimal Content-Length': '0x5',
        'a Content-Length with an exponent': '5e0',
        'a Content-Length with a fraction': '5.0',
        'a space inside a Content-Length': '5 6',
        'an underscore inside a Content-Length': '5_0',
        'a Content-Length that ends with a letter': '5a',
        'a Content-Length that ends with a semicolon': '5;',
        'a Content-Length after a second colon': ': 5',
        'a quoted Content-Length': '"5"',
        'a Content-Length that ends with a null byte': '5\0',
        'a Content-Length that begins with a vertical tab': '\v5',
        'a Content-Length that ends with an extra CR': '5\r',
        'a Content-Length with a digit that is not ASCII': '\xef\xbc\x95',
        'an empty Content-Length': '',
        'a Content-Length that continues in a folded line': '5\r\n 0',
        'a Content-Length in a folded line': '\r\n 5',
        'a Content-Length that exceeds 64 bits': '18446744073709551621',
        'the largest Content-Length that fits in 64 bits': '18446744073709551615',
        'a Content-Length that exceeds the safe integers': '9007199254740993',
      },
      withLength,
    ),
  ),
  ...refused('a field name must not be followed by a space', {
    'a space between Content-Length and the colon': post('Content-Length : 5\r\n', `hello${INNER}`),
  }),
  ...accepted('the length is unambiguous', {
    'a Content-Length with leading zeros': withLength('0005'),
    'a Content-Length that ends with a tab': withLength('5\t'),
    'spaces before the value of Content-Length': withLength('  5'),
    'Content-Length listed in Connection': post(
      'Content-Length: 5\r\nConnection: Content-Length\r\n',
      `hello${INNER}`,
    ),
    'no Content-Length': post('', INNER),
  }),
  ...accepted(
    'GET may have a body',
    {
      'Content-Length in a GET request': `GET /outer HTTP/1.1\r\nHost: a\r\nContent-Length: ${INNER.length}\r\n\r\n${INNER}`,
    },
    OUTER,
  ),
];
