import { describe, expect, it } from 'vitest';
import { CommonRequestParser } from './common-request-parser.ts';
import { Llhttp } from './llhttp.ts';
import { LlhttpParser, MAX_HEADERS_SIZE } from './llhttp-parser.ts';
import type { RequestHead } from './request-head.ts';
import type { RequestParser, RequestReceiver } from './request-parser.ts';

const llhttp = new Llhttp();

interface Received {
  readonly head: RequestHead;
  readonly body: Buffer[];
  isComplete: boolean;
}

class Recorder implements RequestReceiver {
  readonly requests: Received[] = [];

  onHead(head: RequestHead): void {
    this.requests.push({ head, body: [], isComplete: false });
  }

  onBody(part: Uint8Array): void {
    this.requests.at(-1)!.body.push(Buffer.from(part));
  }

  onEnd(): void {
    this.requests.at(-1)!.isComplete = true;
  }

  acceptsUpgrade(): boolean {
    return false;
  }
}

/** Passes the chunks to a parser until it fails. */
function feed(parser: RequestParser, chunks: readonly Buffer[]): void {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length && parser.failure === undefined;) at = parser.execute(chunk, at);
  }
  parser.free();
}

/** The requests that were parsed without llhttp and those that llhttp parsed, and a printable form of all. */
interface Parsed {
  readonly common: readonly Received[];
  readonly others: readonly Received[];
  readonly description: unknown;
}

function parse(chunks: readonly Buffer[]): Parsed {
  const [all, common, others] = [new Recorder(), new Recorder(), new Recorder()];
  const both = (own: Recorder): RequestReceiver => ({
    onHead: (head) => [all, own].forEach((each) => each.onHead(head)),
    onBody: (part) => [all, own].forEach((each) => each.onBody(part)),
    onEnd: () => [all, own].forEach((each) => each.onEnd()),
    acceptsUpgrade: () => false,
  });
  const inner = new LlhttpParser(llhttp, both(others), MAX_HEADERS_SIZE);
  const parser = new CommonRequestParser(inner, both(common), MAX_HEADERS_SIZE);
  feed(parser, chunks);
  return { common: common.requests, others: others.requests, description: describeParsed(all, parser) };
}

/** Parses the chunks with llhttp alone. */
function parseWithLlhttp(chunks: readonly Buffer[]): unknown {
  const recorder = new Recorder();
  const parser = new LlhttpParser(llhttp, recorder, MAX_HEADERS_SIZE);
  feed(parser, chunks);
  return describeParsed(recorder, parser);
}

function describeParsed({ requests }: Recorder, { failure, isInside }: RequestParser): unknown {
  const heads = requests.map(({ head, body, isComplete }) => [
    [head.method, head.target, head.minor, head.flags],
    [...head.entries()],
    Buffer.concat(body).toString('latin1'),
    isComplete,
  ]);
  return [heads, failure, isInside];
}

/** Encodes chunks. Like those of a socket, they do not share memory. */
const encode = (...chunks: readonly string[]): Buffer[] =>
  chunks.map((chunk) => Buffer.from(Uint8Array.from(chunk, (character) => character.charCodeAt(0)).buffer));

const get = (lines: string, target = '/'): string => `GET ${target} HTTP/1.1\r\n${lines}\r\n`;
const post = (body: string, lines = ''): string =>
  `POST /items HTTP/1.1\r\nHost: a\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;

const LONG = Array.from({ length: 8 }, (_, index) => `X-Header-${index}: ${'value '.repeat(4)}end\r\n`).join(
  '',
);

describe('CommonRequestParser', () => {
  it.each([
    ['GET', get('Host: a\r\n')],
    ['HEAD', get('Host: a\r\n').replace('GET', 'HEAD')],
    ['DELETE without headers that it must have', get('X: a\r\n').replace('GET', 'DELETE')],
    ['a query and escapes', get('Host: a\r\n', "/a-b_c.d~/%2F;e=f,g/?h=i&j=k+l:m@n!o$p'q(r)*s")],
    ['a value without a space before it', get('Host:a:80\r\nX_Y-1:b c\r\n')],
    ['keep-alive', get('host: a\r\ncOnnection: Keep-Alive\r\n')],
    ['many headers', get(`Host: a\r\n${LONG}`)],
    ['repeated headers', get('Host: a\r\nCookie: a=1\r\nX: 1\r\ncookie: b=2\r\nX: 2\r\n')],
    ['POST with a body', post('{"a":1}', 'Content-Type: application/json\r\n')],
    ['PUT with an empty body', post('').replace('POST', 'PUT')],
    ['PATCH with zeros before the length', post('12345').replace('POST', 'PATCH').replace(': 5', ': 00005')],
    ['a body that looks like a request', post(get('Host: a\r\n'))],
    ['GET with a body', post('body').replace('POST', 'GET')],
  ])('parses a request without llhttp, and reports the same: %s', (_name, text) => {
    const chunks = encode(text, text + text);
    const { common, others, description } = parse(chunks);
    expect([common.length, others.length]).toEqual([3, 0]);
    expect(description).toEqual(parseWithLlhttp(chunks));
  });

  it.each([
    ['another method', 'OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a lower-case method', get('Host: a\r\n').replace('GET', 'get')],
    ['an empty line before it', `\r\n${get('Host: a\r\n')}`],
    ['HTTP/1.0', get('Host: a\r\n').replace('1.1', '1.0')],
    ['HTTP/1.1 with a space after it', get('Host: a\r\n').replace('1.1', '1.1 ')],
    ['an absolute target', get('Host: a\r\n', 'http://a/')],
    ['an asterisk as target', get('Host: a\r\n', '*')],
    ['a fragment', get('Host: a\r\n', '/a#b')],
    ['an unusual character in the target', get('Host: a\r\n', '/a|b')],
    ['a byte above 127 in the target', get('Host: a\r\n', '/\xe9')],
    ['no headers', get('')],
    ['line feeds without carriage returns', get('Host: a\r\n').replaceAll('\r', '')],
    ['a value on two lines', get('Host: a\r\nX: a\r\n b\r\n')],
    ['a space before the colon', get('Host : a\r\n')],
    ['a space before the name', get(' Host: a\r\n')],
    ['an unusual character in a name', get('Host: a\r\nX!: a\r\n')],
    ['an empty value', get('Host: a\r\nX:\r\n')],
    ['an empty value after a space', get('Host: a\r\nX: \r\n')],
    ['two spaces before a value', get('Host: a\r\nX:  a\r\n')],
    ['a space after a value', get('Host: a\r\nX: a \r\n')],
    ['a tab in a value', get('Host: a\r\nX: a\tb\r\n')],
    ['a byte above 127 in a value', get('Host: a\r\nX: \xe9\r\n')],
    ['DEL in a value', get('Host: a\r\nX: a\x7f\r\n')],
    ['a null byte in a value', get('Host: a\r\nX: a\0\r\n')],
    ['a carriage return in a value', get('Host: a\r\nX: a\rb\r\n')],
    ['two Host headers', get('Host: a\r\nhost: a\r\n')],
    ['Expect', post('a', 'Expect: 100-continue\r\n')],
    ['Upgrade', get('Host: a\r\nConnection: keep-alive\r\nUpgrade: h2c\r\n')],
    ['Trailer', get('Host: a\r\nTrailer: X\r\n')],
    ['Transfer-Encoding', get('Host: a\r\ntransfer-encoding: chunked\r\n') + '0\r\n\r\n'],
    ['Proxy-Connection', get('Host: a\r\nProxy-Connection: close\r\n')],
    ['close in Connection', get('Host: a\r\nConnection: close\r\n')],
    ['two tokens in Connection', get('Host: a\r\nConnection: keep-alive, X\r\n')],
    ['two lengths', post('a', 'content-length: 1\r\n')],
    ['a sign before the length', post('a').replace(': 1', ': +1')],
    ['a length with more than 9 digits', post('a').replace(': 1', ': 0000000001')],
    ['a length that is not a number', post('a').replace(': 1', ': 1a')],
    ['more than 64 headers', get(`Host: a\r\n${'X: a\r\n'.repeat(64)}`)],
    ['a head of more than the limit', get(`Host: a\r\nX: ${'a'.repeat(MAX_HEADERS_SIZE - 30)}\r\n`)],
  ])('passes a request to llhttp, even after a common one: %s', (_name, text) => {
    for (const chunks of [
      encode(text),
      encode(get('Host: a\r\n'), text),
      encode(get('Host: a\r\n') + text),
    ]) {
      const { common, description } = parse(chunks);
      expect(common.length).toBe(chunks.length === 1 && chunks[0]!.length === text.length ? 0 : 1);
      expect(description).toEqual(parseWithLlhttp(chunks));
    }
  });

  it('passes a request to llhttp if it does not arrive as a whole, and parses the next one again', () => {
    const request = post('body', LONG);
    for (let cut = 1; cut < request.length; cut += 1) {
      const chunks = encode(request.slice(0, cut), request.slice(cut) + request);
      const { common, others, description } = parse(chunks);
      expect([common.length, others.length]).toEqual([1, 1]);
      expect(description).toEqual(parseWithLlhttp(chunks));
    }
  });

  it.each([
    ['short', get('Host: a\r\nX: b\r\n')],
    ['long', get(`Host: a\r\n${LONG}`)],
    ['with a length', post('12345')],
  ])('detects each difference from the headers of the previous request: %s', (_name, text) => {
    for (let at = 0; at < text.length; at += 1) {
      for (const byte of ['', 'b', '0', ':', ' ', '\r', '\n', '\r\n', '\0', '\xff']) {
        for (const rest of [at, at + 1]) {
          const chunks = encode(text, text.slice(0, at) + byte + text.slice(rest), text);
          expect(parse(chunks).description).toEqual(parseWithLlhttp(chunks));
        }
      }
    }
  });

  it.each([
    ['the method', '', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the target', 'GET /', ' HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the version', 'GET / HTTP/1.', '\r\nHost: a\r\n\r\n'],
    ['a name', 'GET / HTTP/1.1\r\nHost: a\r\nX', ': a\r\n\r\n'],
    ['a value', 'GET / HTTP/1.1\r\nHost: a\r\nX: a', 'b\r\n\r\n'],
    ['a length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ', '\r\n\r\n123456789'],
    ['a line end', 'GET / HTTP/1.1\r\nHost: a', '\nX: a\r\n\r\n'],
    ['the end of the headers', 'GET / HTTP/1.1\r\nHost: a\r\n\r', ''],
  ])('reports the same as llhttp for every byte in %s', (_name, before, after) => {
    for (let byte = 0; byte < 256; byte += 1) {
      const chunks = encode(before + String.fromCharCode(byte) + after, get('Host: a\r\n', '/next'));
      expect(parse(chunks).description).toEqual(parseWithLlhttp(chunks));
    }
  });

  it('parses headers only if they differ from those of the previous request', () => {
    const requests = [get(LONG, '/1'), get(LONG, '/2'), get('Host: a\r\n'), get('Host: a\r\n', '/4')];
    const { common } = parse(encode(...requests));
    const [first, second, third, fourth] = common.map(({ head }) => head.fields);
    expect(common.map(({ head }) => head.target)).toEqual(['/1', '/2', '/', '/4']);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
    expect(fourth).toBe(third);
  });

  it('does not retain headers whose chunk is large', () => {
    const fields = (chunk: string): unknown[] => parse(encode(chunk)).common.map(({ head }) => head.fields);
    const request = get('Host: a\r\n');
    const [first, second] = fields(request.repeat(100));
    expect(second).toBe(first);
    const [other, next] = fields(request.repeat(1_000));
    expect(next).not.toBe(other);
  });

  it.each([
    'Connection: close',
    'Connection: close,',
    'Proxy-Connection: close',
    'Connection: x',
    'X: close',
  ])('parses the next request only if llhttp does, after the trailer %s', (trailer) => {
    const request = `${get('Host: a\r\nTransfer-Encoding: chunked\r\n')}1\r\na\r\n0\r\n${trailer}\r\n\r\n`;
    for (const chunks of [
      encode(request + get('Host: a\r\n')),
      encode(request, get('Host: a\r\n')),
      encode(...request, get('Host: a\r\n')),
    ]) {
      expect(parse(chunks).description).toEqual(parseWithLlhttp(chunks));
    }
  });

  it('parses nothing after a failure, or after an upgrade request in the same chunk', () => {
    const upgrade = get('Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n');
    for (const chunks of [encode('x', get('Host: a\r\n')), encode(upgrade + get('Host: a\r\n'))]) {
      const { common, description } = parse(chunks);
      expect(common).toEqual([]);
      expect(description).toEqual(parseWithLlhttp(chunks));
      expect(description).toMatchObject([expect.anything(), 'bad-request', expect.anything()]);
    }
  });
});
