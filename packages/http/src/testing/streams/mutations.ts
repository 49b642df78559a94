import type { Random } from './random.ts';
import type { Tokens } from './request-tokens.ts';

/** Line ends, spaces and bytes that parsers are known to treat differently. */
const SEPARATORS = [
  '\r\n',
  '\n',
  '\r',
  '\r\r\n',
  '\n\r',
  '\r\n\r\n',
  '\r\n ',
  '\r\n\t',
  ' ',
  '  ',
  '\t',
  '\v',
  '\f',
  '\0',
  '\x01',
  '\x7f',
  '\x80',
  '\xa0',
  '\xff',
  ':',
  ' :',
  '::',
  ';',
  ',',
  '"',
  '\\',
];
const LINES = [
  'Content-Length: 0\r\n',
  'Content-Length: 5\r\n',
  'content-length: 5\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length: +5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 0x5\r\n',
  'Content-Length: 5 6\r\n',
  'Content-Length:\r\n',
  'Content-Length : 5\r\n',
  'Content_Length: 5\r\n',
  'Content-Length: 18446744073709551616\r\n',
  'Content-Length: 9007199254740993\r\n',
  'Content-Length: 5\r\n\t6\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Transfer-Encoding:chunked\r\n',
  ' Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding:\tchunked\r\n',
  'Transfer-Encoding: xchunked\r\n',
  'Transfer-Encoding: chunked, identity\r\n',
  'Transfer-Encoding: identity, chunked\r\n',
  'Transfer-Encoding: chunked,\r\n',
  'Transfer-Encoding: ,chunked\r\n',
  'Transfer-Encoding: chunked;q=1\r\n',
  'Transfer-Encoding: "chunked"\r\n',
  'Transfer-Encoding: chunked\t\r\n',
  'Transfer-Encoding: chunked\0\r\n',
  'Transfer-Encoding: chunk\r\n ed\r\n',
  'Transfer-Encoding:\r\n chunked\r\n',
  'Transfer-Encoding: identity\r\n',
  'Transfer-Encoding\r\n',
  'Connection: close\r\n',
  'Connection: close\t\r\n',
  'Connection: keep-alive\r\n',
  'Connection: close, keep-alive\r\n',
  'Connection: upgrade\r\n',
  'Connection: closed\r\n',
  'Connection: Content-Length\r\n',
  'Proxy-Connection: close\r\n',
  'Upgrade: websocket\r\n',
  'Host: b\r\n',
  'Host:\r\n',
  'Expect: 100-continue\r\n',
  ': a\r\n',
  'a\r\n',
  '\r\n',
];
const WORDS = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/11.1',
  'http/1.1',
  'ICE/1.0',
  'RTSP/1.0',
  'GET',
  'get',
  'GETS',
  'CONNECT',
  'PRI',
  'SOURCE',
  'DESCRIBE',
  'FOO',
  'chunked',
  'identity',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Trailer',
  '0',
  '1',
  '5',
  '-1',
  '+1',
  '0x1',
  'A',
  'g',
  '5;',
  '5 ',
  ' 5',
  '5 ;a',
  '5; a',
  '5;a =b',
  '5;a="b',
  '5;a="\n"',
  '0_5',
  'ffffffffffffffff',
  '10000000000000005',
  'fffffffffffffffff',
  '00000000000000000005',
];
const STREAMS = [
  'GET /next HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /old HTTP/1.0\r\n\r\n',
  'GET /\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00',
  '0\r\n\r\n',
  '\r\n\r\n\r\n',
  'garbage',
];

/** Deletes, repeats, swaps, replaces or inserts a token. */
export function mutateTokens(random: Random, tokens: Tokens): void {
  const at = random.below(tokens.length);
  switch (random.below(9)) {
    case 0:
      tokens.splice(at, 1);
      break;
    case 1:
      tokens.splice(at, 0, tokens[at] ?? '');
      break;
    case 2:
      swap(tokens, at, random.below(tokens.length));
      break;
    case 3:
      tokens[at] = random.pick(SEPARATORS);
      break;
    case 4:
      tokens[at] = random.pick(WORDS);
      break;
    case 5:
      tokens.splice(at, 0, random.pick(random.chance(50) ? SEPARATORS : WORDS));
      break;
    case 6:
    case 7:
      insertLine(random, tokens);
      break;
    default:
      tokens.splice(random.chance(50) ? tokens.length : at, 0, random.pick(STREAMS));
  }
}

/** Inserts a header line at the start of another line. */
function insertLine(random: Random, tokens: Tokens): void {
  const starts = tokens.flatMap((token, index) => (token === '\r\n' ? [index + 1] : []));
  tokens.splice(starts.length === 0 ? 0 : random.pick(starts), 0, random.pick(LINES));
}

function swap(tokens: Tokens, left: number, right: number): void {
  [tokens[left], tokens[right]] = [tokens[right]!, tokens[left]!];
}

/** Deletes, repeats, replaces or inserts a byte, flips a bit, or cuts off the rest. */
export function mutateBytes(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (random.below(8)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + after.slice(0, 1) + after;
    case 2:
      return before + String.fromCharCode(random.below(256)) + after.slice(1);
    case 3:
      return before + String.fromCharCode(random.below(256)) + after;
    case 4:
      return before + random.pick(SEPARATORS) + after;
    case 5:
      return before + random.pick(SEPARATORS) + after.slice(1);
    case 6:
      return after === ''
        ? text
        : before + String.fromCharCode(after.charCodeAt(0) ^ (1 << random.below(8))) + after.slice(1);
    default:
      return random.chance(20) ? before : text + text.slice(at);
  }
}
