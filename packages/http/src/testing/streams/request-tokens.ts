import type { Random } from './random.ts';

/**
 * Tokens of a generated request. Mutations delete, repeat and replace them. Each character is a byte, because the
 * strings are joined and encoded as Latin-1.
 */
export type Tokens = string[];

/** The ways in which a request announces its body. */
type Framing = 'none' | 'length' | 'chunked';

const COMMON_METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH'];
const RARE_METHODS = [
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'QUERY',
  'PURGE',
  'MKCALENDAR',
  'LINK',
  'SEARCH',
  'ACL',
];
const TARGETS = [
  '/',
  '/a',
  '/a/b?c=d&e',
  '/%20%2f;x=1',
  '/a#b',
  '//a',
  '/?',
  '/a|b"<>',
  'http://a/b?c',
  'http://user:p@a:80/',
  'https://[::1]:8/x',
  '*',
];
const COMMON_TARGETS = TARGETS.slice(0, 4);
const COMMON_HEADERS: readonly Tokens[] = [
  ['Accept', ':', ' ', '*/*;q=0.5'],
  ['User-Agent', ':', ' ', 'a/1.0 (b; c) d'],
  ['Cookie', ':', ' ', 'k=v; l=w'],
  ['cookie', ':', '', 'm=x'],
  ['Connection', ':', ' ', 'keep-alive'],
  ['X-A', ':', ' ', 'x'.repeat(70)],
];
const NAMES = [
  'Accept',
  'X-A',
  'x_b',
  'COOKIE',
  'cookie',
  "!#$%&'*+-.^_`|~",
  'Range',
  'Referer',
  'constructor',
  '1',
  'Set-Cookie',
  'User-Agent',
];
const VALUES = [
  '',
  'a',
  'a b',
  '*/*;q=0.5',
  'a, b',
  '"quoted, string"',
  'k=v; l=w',
  '\t',
  'a\tb',
  '\xe9\xff',
  ':',
  'x'.repeat(70),
];
const SPACES: readonly (readonly [number, string])[] = [
  [20, ' '],
  [4, ''],
  [2, '\t'],
  [1, '  \t '],
];
const EXTENSIONS = [';a', ';a=b', ';a="b c"', ';a;b=c', ';a="\\""', ';A-1=!'];
const TRAILERS = ['X-Sum', 'x-t', 'Content-MD5'];
/** Parts of bodies, including bytes that would start another request or end a chunk. */
const BODY_PARTS = [
  'hello',
  'a=1&b=2',
  '{"a":1}',
  '\r\n',
  '0\r\n\r\n',
  'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n',
  '\0',
  '\xff\xfe',
  'Content-Length: 3\r\n',
];

/** A generated request. */
export interface GeneratedRequest {
  readonly tokens: Tokens;
  /** Whether the request is the last one on its connection. */
  readonly closes: boolean;
}

/** Generates a request with the headers and the body of an earlier one, as clients usually do on a connection. */
export function repeatRequest(random: Random, { tokens, closes }: GeneratedRequest): GeneratedRequest {
  const targets: readonly string[] = TARGETS;
  return { tokens: tokens.map((token) => (targets.includes(token) ? random.pick(TARGETS) : token)), closes };
}

/** Generates a request as most clients send them. */
export function generateCommonRequest(random: Random): GeneratedRequest {
  const headers: Tokens[] = [['Host', ':', ' ', 'a', '\r\n']];
  for (let count = random.below(4); count > 0; count -= 1)
    headers.push([...random.pick(COMMON_HEADERS), '\r\n']);
  const body = random.chance(30) ? generateBody(random) : undefined;
  if (body !== undefined) headers.push(['Content-Length', ':', ' ', String(body.length), '\r\n']);
  shuffle(random, headers);
  return {
    tokens: [
      body === undefined
        ? random.pick(['GET', 'GET', 'HEAD', 'DELETE'])
        : random.pick(['POST', 'PUT', 'PATCH']),
      ' ',
      random.pick(COMMON_TARGETS),
      ' ',
      'HTTP/',
      '1.1',
      '\r\n',
      ...headers.flat(),
      '\r\n',
      body ?? '',
    ],
    closes: false,
  };
}

/** Generates a valid request of any kind. */
export function generateRequest(random: Random): GeneratedRequest {
  const version = random.chance(88) ? '1.1' : '1.0';
  const framing: Framing = random.weighted<Framing>([
    [9, 'none'],
    [5, 'length'],
    // HTTP/1.0 has no chunked coding.
    [version === '1.1' ? 6 : 0, 'chunked'],
  ]);
  const upgrade = random.chance(5);
  const connect = random.chance(1);
  const connection = upgrade ? 'upgrade' : generateConnection(random);
  const headers: Tokens[] = [];
  if (version === '1.1' || random.chance(50))
    headers.push(header(random, 'Host', random.pick(['a', 'a:80', ''])));
  for (let count = random.below(4); count > 0; count -= 1)
    headers.push(header(random, random.pick(NAMES), generateValue(random)));
  if (connection !== undefined) headers.push(header(random, 'Connection', connection));
  if (upgrade) headers.push(header(random, 'Upgrade', random.pick(['websocket', 'h2c', 'a/1, b'])));
  if (random.chance(4))
    headers.push(header(random, 'Expect', random.pick(['100-continue', '100-Continue', 'x'])));
  const body = framing === 'none' ? '' : generateBody(random);
  if (framing === 'length') headers.push(header(random, 'Content-Length', generateLength(random, body)));
  if (framing === 'chunked') headers.push(header(random, 'Transfer-Encoding', random.pick(CHUNKED)));
  shuffle(random, headers);
  const method = connect ? 'CONNECT' : random.pick(random.chance(90) ? COMMON_METHODS : RARE_METHODS);
  const target = connect ? 'a:443' : random.pick(TARGETS);
  return {
    tokens: [
      ...(random.chance(3) ? ['\r\n'] : []),
      method,
      ' ',
      target,
      ' ',
      'HTTP/',
      version,
      '\r\n',
      ...headers.flat(),
      '\r\n',
      ...(framing === 'chunked' ? generateChunks(random, body) : [body]),
    ],
    closes: upgrade || connect || (version === '1.0' ? connection !== 'keep-alive' : connection === 'close'),
  };
}

const CHUNKED = ['chunked', 'chunked', 'Chunked', 'gzip, chunked'];

function header(random: Random, name: string, value: string): Tokens {
  return [name, ':', random.weighted(SPACES), value, ...(random.chance(4) ? [' '] : []), '\r\n'];
}

function generateConnection(random: Random): string | undefined {
  return random.weighted<string | undefined>([
    [16, undefined],
    [6, 'keep-alive'],
    [3, 'close'],
    [1, 'Keep-Alive, X-A'],
    [1, 'x-a'],
  ]);
}

function generateValue(random: Random): string {
  // These sizes are above and below the limit on the size of all headers.
  if (random.chance(0.2)) return 'v'.repeat(random.pick([4_000, 15_900, 16_200, 16_300, 17_000]));
  return random.pick(VALUES);
}

function generateBody(random: Random): string {
  let body = '';
  for (let count = random.below(4); count > 0; count -= 1) body += random.pick(BODY_PARTS);
  return random.chance(1) ? body + 'b'.repeat(random.below(3_000)) : body;
}

function generateLength(random: Random, body: string): string {
  const digits = String(body.length);
  return random.chance(5) ? `000${digits}` : digits;
}

function generateChunks(random: Random, body: string): Tokens {
  const tokens: Tokens = [];
  for (let at = 0; at < body.length;) {
    const size = 1 + random.below(body.length - at);
    const digits = size.toString(16);
    tokens.push(random.chance(20) ? `00${digits.toUpperCase()}` : digits);
    if (random.chance(10)) tokens.push(generateExtension(random));
    tokens.push('\r\n', body.slice(at, at + size), '\r\n');
    at += size;
  }
  tokens.push(random.chance(10) ? '000' : '0');
  if (random.chance(5)) tokens.push(generateExtension(random));
  tokens.push('\r\n');
  if (random.chance(15))
    for (const name of TRAILERS.slice(random.below(TRAILERS.length)))
      tokens.push(...header(random, name, random.pick(VALUES)));
  tokens.push('\r\n');
  return tokens;
}

function generateExtension(random: Random): string {
  // These sizes are above and below the limit on chunk extensions.
  if (random.chance(1)) return `;${'e'.repeat(random.pick([4_000, 8_100, 16_300, 17_000]))}`;
  return random.pick(EXTENSIONS);
}

function shuffle(random: Random, list: unknown[]): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
}
