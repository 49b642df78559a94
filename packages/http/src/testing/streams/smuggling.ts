/** A stream that two servers may split into different requests. */
export interface SmugglingCase {
  readonly name: string;
  /** How it deceives a server that accepts it, or why it has one meaning. */
  readonly reason: string;
  /** A character is a byte. */
  readonly bytes: string;
  /** Targets of the requests that a server recognizes as complete. */
  readonly targets: readonly string[];
  /** Status of the refusal of the rest; undefined if the whole stream is accepted. */
  readonly refusal: number | undefined;
}

const INNER = 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n';
/** To a server that uses the chunks, the inner request is a second one. */
const CHUNKS = `0\r\n\r\n${INNER}`;
const BOTH = ['/outer', '/inner'];
const OUTER = ['/outer'];
const NONE: string[] = [];

function post(lines: string, body: string): string {
  return `POST /outer HTTP/1.1\r\nHost: a\r\n${lines}\r\n${body}`;
}

function get(line: string, lines = 'Host: a\r\n'): string {
  return `${line}\r\n${lines}\r\n${INNER}`;
}

function refused(reason: string, cases: Readonly<Record<string, string>>, status = 400): SmugglingCase[] {
  return list(reason, cases, NONE, status);
}

/** The first request is valid, and what follows is not. */
function refusedAfter(reason: string, cases: Readonly<Record<string, string>>): SmugglingCase[] {
  return list(reason, cases, OUTER, 400);
}

function accepted(reason: string, cases: Readonly<Record<string, string>>, targets = BOTH): SmugglingCase[] {
  return list(reason, cases, targets, undefined);
}

function list(
  reason: string,
  cases: Readonly<Record<string, string>>,
  targets: readonly string[],
  refusal: number | undefined,
): SmugglingCase[] {
  return Object.entries(cases).map(([name, bytes]) => ({ name, reason, bytes, targets, refusal }));
}

const mapValues = (
  cases: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(cases).map(([name, value]) => [name, change(value)]));

const withCoding = (lines: string): string => post(`${lines}\r\n`, CHUNKS);
const withLength = (value: string): string => post(`Content-Length: ${value}\r\n`, `hello${INNER}`);
const withChunks = (body: string): string => post('Transfer-Encoding: chunked\r\n', body);

/** Known classes of request smuggling. */
export const SMUGGLING: readonly SmugglingCase[] = [
  ...refused('one server uses the length, another one the chunks', {
    'CL.TE': post(`Content-Length: ${CHUNKS.length}\r\nTransfer-Encoding: chunked\r\n`, CHUNKS),
    'TE.CL': post(
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`,
    ),
    'CL.TE with Content-Length: 0': post('Content-Length: 0\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
    'CL.TE with identity': post('Content-Length: 5\r\nTransfer-Encoding: identity\r\n', 'hello'),
    'CL.TE with an empty Transfer-Encoding': post('Content-Length: 5\r\nTransfer-Encoding:\r\n', 'hello'),
  }),
  ...refused(
    'a server that does not recognize the coding uses the length, or no body',
    mapValues(
      {
        'TE identity after chunked': 'Transfer-Encoding: chunked, identity',
        'TE identity in a second line': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
        'TE chunked twice': 'Transfer-Encoding: chunked, chunked',
        'TE chunked in two lines': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
        'TE xchunked': 'Transfer-Encoding: xchunked',
        'TE chunkedchunked': 'Transfer-Encoding: chunkedchunked',
        'TE identity': 'Transfer-Encoding: identity',
        'TE empty': 'Transfer-Encoding:',
        'TE ending in a comma': 'Transfer-Encoding: chunked,',
        'TE with a parameter': 'Transfer-Encoding: chunked;q=1',
        'TE in quotes': 'Transfer-Encoding: "chunked"',
        'TE with a vertical tab': 'Transfer-Encoding: \vchunked',
        'TE with a form feed': 'Transfer-Encoding: chunked\f',
        'TE with NUL': 'Transfer-Encoding: chunked\0',
        'TE with a no-break space': 'Transfer-Encoding: chunked\xa0',
        'TE with a tab at the end': 'Transfer-Encoding: chunked\t',
        'TE with CR': 'Transfer-Encoding: chunked\r',
        'TE in a folded line': 'Transfer-Encoding:\r\n chunked',
        'TE split by folding': 'Transfer-Encoding: chun\r\n ked',
        'TE with a space before the colon': 'Transfer-Encoding : chunked',
        'TE with a tab before the colon': 'Transfer-Encoding\t: chunked',
        'TE with a space before the name': ' Transfer-Encoding: chunked',
        'TE with NUL in the name': 'Transfer-\0Encoding: chunked',
        'TE without a colon': 'Transfer-Encoding chunked',
        'TE after a bare CR': 'X: x\rTransfer-Encoding: chunked',
        'TE after a bare LF': 'X: x\nTransfer-Encoding: chunked',
        'TE after CRLF and CR': 'X: x\r\n\rTransfer-Encoding: chunked',
        'TE before a bare LF': 'Transfer-Encoding: chunked\nX: x',
      },
      withCoding,
    ),
  ),
  ...refusedAfter('an underscore is not a hyphen, except for CGI: the body is another request, and invalid', {
    'TE with an underscore': withCoding('Transfer_Encoding: chunked'),
    'CL with an underscore': post('Content_Length: 5\r\n', `hello${INNER}`),
  }),
  ...refusedAfter('HTTP/1.0 has no chunks, so its connection closes after such a request', {
    'TE in HTTP/1.0': `POST /outer HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  }),
  ...accepted('chunked is the last coding, and valid', {
    ...mapValues(
      {
        'TE after gzip': 'Transfer-Encoding: gzip, chunked',
        'TE after identity': 'Transfer-Encoding: identity, chunked',
        'TE in other case': 'tRANSFER-eNCODING: cHUNKED',
        'TE after a tab': 'Transfer-Encoding:\tchunked',
        'TE without a space': 'Transfer-Encoding:chunked',
        'TE with a space at the end': 'Transfer-Encoding: chunked ',
        'TE after an empty element': 'Transfer-Encoding: ,chunked',
      },
      withCoding,
    ),
  }),
  ...refused(
    'servers parse such a length differently, or use another one of the two',
    mapValues(
      {
        'CL twice': '5\r\nContent-Length: 6',
        'CL twice, equal': '5\r\nContent-Length: 5',
        'CL list': '5, 6',
        'CL list, equal': '5, 5',
        'CL ending in a comma': '5,',
        'CL with plus': '+5',
        'CL with minus': '-5',
        'CL in hexadecimal': '0x5',
        'CL with an exponent': '5e0',
        'CL with a fraction': '5.0',
        'CL with a space': '5 6',
        'CL with an underscore in the number': '5_0',
        'CL with a letter': '5a',
        'CL with a semicolon': '5;',
        'CL with a second colon': ': 5',
        'CL in quotes': '"5"',
        'CL with NUL': '5\0',
        'CL with a vertical tab': '\v5',
        'CL with CR': '5\r',
        'CL with a digit beyond ASCII': '\xef\xbc\x95',
        'CL empty': '',
        'CL continued in a folded line': '5\r\n 0',
        'CL in a folded line': '\r\n 5',
        'CL above 64 bits': '18446744073709551621',
        'CL of 64 bits': '18446744073709551615',
        'CL above the safe integers': '9007199254740993',
      },
      withLength,
    ),
  ),
  ...refused('a name does not end in a space', {
    'CL with a space before the colon': post('Content-Length : 5\r\n', `hello${INNER}`),
  }),
  ...accepted('the length is unambiguous', {
    'CL with leading zeros': withLength('0005'),
    'CL with a tab at the end': withLength('5\t'),
    'CL after spaces': withLength('  5'),
    'CL that Connection names': post('Content-Length: 5\r\nConnection: Content-Length\r\n', `hello${INNER}`),
    'CL missing': post('', INNER),
  }),
  ...accepted(
    'GET may have a body',
    { 'CL of GET': `GET /outer HTTP/1.1\r\nHost: a\r\nContent-Length: ${INNER.length}\r\n\r\n${INNER}` },
    OUTER,
  ),
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
    { 'chunk extension of 16 KiB': withChunks(`5;${'a'.repeat(16_385)}\r\nhello\r\n${CHUNKS}`) },
    413,
  ),
  ...refused(
    'headers above the limit cost memory',
    {
      'trailer of 17 kB': withChunks(`0\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`),
      'header of 17 kB': get('GET /outer HTTP/1.1', `Host: a\r\nX: ${'a'.repeat(17_000)}\r\n`),
      'target of 17 kB': get(`GET /${'a'.repeat(17_000)} HTTP/1.1`),
    },
    431,
  ),
  ...accepted('the end of the body is unambiguous', {
    'chunk size with leading zeros': withChunks(`0000000000000000000005\r\nhello\r\n${CHUNKS}`),
    'chunk extension': withChunks(`5;a=b\r\nhello\r\n0;a\r\n\r\n${INNER}`),
    'chunk extension below the limit': withChunks(`5;${'a'.repeat(16_383)}\r\nhello\r\n${CHUNKS}`),
    'chunk extensions below the limit, many': withChunks(`${'1;aaaaaaaa\r\nx\r\n'.repeat(2100)}${CHUNKS}`),
    trailer: withChunks(`0\r\nX: y\r\n\r\n${INNER}`),
    'trailer Host': withChunks(`0\r\nHost: b\r\n\r\n${INNER}`),
  }),
  ...refused('servers differ in what ends a line, and in what continues it', {
    'LF instead of CRLF': `GET /outer HTTP/1.1\nHost: a\n\n${INNER}`,
    'LF after the request line': `GET /outer HTTP/1.1\nHost: a\r\n\r\n${INNER}`,
    'LF at the end of the headers': `GET /outer HTTP/1.1\r\nHost: a\r\n\n${INNER}`,
    'CR instead of CRLF': `GET /outer HTTP/1.1\rHost: a\r\r${INNER}`,
    'CR before CRLF': get('GET /outer HTTP/1.1', 'Host: a\r\r\n'),
    'folded line': get('GET /outer HTTP/1.1', 'Host: a\r\nX: y\r\n z\r\n'),
    'line folded with a tab': get('GET /outer HTTP/1.1', 'Host: a\r\nX: y\r\n\tz\r\n'),
    'folded first line': get('GET /outer HTTP/1.1', ' Host: a\r\n'),
    'line with a space': get('GET /outer HTTP/1.1', 'Host: a\r\n \r\n'),
    'folded Host': get('GET /outer HTTP/1.1', 'Host: a\r\n b\r\n'),
  }),
  ...refused('such a header line is dropped by some servers and forwarded by others', {
    'space before the colon': get('GET /outer HTTP/1.1', 'Host : a\r\n'),
    'empty name': get('GET /outer HTTP/1.1', 'Host: a\r\n: x\r\n'),
    'no colon': get('GET /outer HTTP/1.1', 'Host: a\r\nX\r\n'),
    'high byte in a name': get('GET /outer HTTP/1.1', 'Host: a\r\nX\xe9: x\r\n'),
    'NUL in a value': get('GET /outer HTTP/1.1', 'Host: a\r\nX: a\0b\r\n'),
    'control character in a value': get('GET /outer HTTP/1.1', 'Host: a\r\nX: a\x01b\r\n'),
    'DEL in a value': get('GET /outer HTTP/1.1', 'Host: a\r\nX: a\x7fb\r\n'),
    'CR in a value': get('GET /outer HTTP/1.1', 'Host: a\r\nX: a\rb\r\n'),
  }),
  ...refused('servers disagree about the target or the version', {
    'target with a host and a port': get('GET b:80 HTTP/1.1'),
    'target without a slash': get('GET outer HTTP/1.1'),
    'target starting with @': get('GET @b/outer HTTP/1.1'),
    'target starting with a backslash': get('GET \\outer HTTP/1.1'),
    'target with a space': get('GET /outer x HTTP/1.1'),
    'target with a tab': get('GET /outer\tx HTTP/1.1'),
    'target with a high byte': get('GET /outer\xe9 HTTP/1.1'),
    'target with NUL': get('GET /outer\0 HTTP/1.1'),
    'tab after the method': get('GET\t/outer HTTP/1.1'),
    'space after the version': get('GET /outer HTTP/1.1 '),
    'version 1.2': get('GET /outer HTTP/1.2'),
    'version 1.10': get('GET /outer HTTP/1.10'),
    'version 01.1': get('GET /outer HTTP/01.1'),
    'version in lower case': get('GET /outer http/1.1'),
    'method in lower case': get('get /outer HTTP/1.1'),
    'unknown method': get('HACK /outer HTTP/1.1'),
    'response instead of a request': `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n${INNER}`,
    'space before the method': ` ${INNER}`,
    'byte order mark': `\xef\xbb\xbf${INNER}`,
    'preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'start of TLS': '\x16\x03\x01\x02\0\x01\0',
  }),
  ...refusedAfter('such a request closes the connection: bytes after it are not another one', {
    'version missing': get('GET /outer', ''),
    'version 0.9': get('GET /outer HTTP/0.9'),
    'version 2.0': get('GET /outer HTTP/2.0'),
    'version 1.0': get('GET /outer HTTP/1.0', ''),
    'request after Connection: close': post('Connection: close\r\n', INNER),
    'request after a body and Connection: close': post(
      'Connection: close\r\nContent-Length: 5\r\n',
      `hello${INNER}`,
    ),
    'request after close and keep-alive': post('Connection: close\r\nConnection: keep-alive\r\n', INNER),
    'request after keep-alive, close': post('Connection: keep-alive, close\r\n', INNER),
  }),
  ...refusedAfter('bytes after a request are another one, and invalid', {
    'byte after a request': `${get('GET /outer HTTP/1.1').slice(0, -INNER.length)}x`,
  }),
  ...accepted('the request line and the headers have one meaning', {
    'two spaces after the method': get('GET  /outer HTTP/1.1'),
    'two spaces before the version': get('GET /outer  HTTP/1.1'),
    'high byte in a value': get('GET /outer HTTP/1.1', 'Host: a\r\nX: a\xffb\r\n'),
    'empty lines between requests': get('GET /outer HTTP/1.1', 'Host: a\r\n\r\n\r\n'),
    'chunks in HTTP/1.0 with keep-alive': `POST /outer HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
    'Upgrade without Connection': get('GET /outer HTTP/1.1', 'Host: a\r\nUpgrade: h2c\r\n'),
    'Connection: upgrade without Upgrade': get('GET /outer HTTP/1.1', 'Host: a\r\nConnection: upgrade\r\n'),
    'Expect with a body': post('Expect: 100-continue\r\nContent-Length: 5\r\n', `hello${INNER}`),
  }),
  ...accepted(
    'the parser accepts the target as sent; the router uses its path and ignores its authority',
    { 'absolute target of another host': get('GET http://b/outer HTTP/1.1') },
    ['http://b/outer', '/inner'],
  ),
  ...accepted('the parser accepts the headers; the server answers with status 400', {
    'Host twice': get('GET /outer HTTP/1.1', 'Host: a\r\nHost: b\r\n'),
    'Host missing': get('GET /outer HTTP/1.1', ''),
    'Host empty': get('GET /outer HTTP/1.1', 'Host:\r\n'),
    'Host list': get('GET /outer HTTP/1.1', 'Host: a, b\r\n'),
  }),
  ...accepted(
    'the bytes after an upgrade belong to another protocol',
    {
      upgrade: get('GET /outer HTTP/1.1', 'Host: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n'),
      'upgrade with a body': post(
        'Connection: upgrade\r\nUpgrade: x\r\nContent-Length: 5\r\n',
        `hello${INNER}`,
      ),
    },
    OUTER,
  ),
  ...accepted(
    'the bytes after CONNECT belong to another protocol',
    { 'CONNECT with a body': `CONNECT a:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello${INNER}` },
    ['a:443'],
  ),
  ...accepted(
    'empty lines before a request are ignored',
    {
      'CRLF before a request': `\r\n\r\n${INNER}`,
      'LF before a request': `\n${INNER}`,
      'CR before a request': `\r${INNER}`,
    },
    ['/inner'],
  ),
  ...accepted(
    'empty lines after the last request are ignored',
    {
      'CRLF after Connection: close': post('Connection: close\r\n', '\r\n\r\n'),
    },
    OUTER,
  ),
];
