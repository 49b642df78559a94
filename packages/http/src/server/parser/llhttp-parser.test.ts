import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { Llhttp } from './llhttp.ts';
import { LLHTTP_SHA256, readLlhttp } from './llhttp-module.ts';
import { LlhttpParser, MAX_HEADERS, MAX_HEADERS_SIZE } from './llhttp-parser.ts';
import { HEAD_FLAGS } from './head-flags.ts';
import type { RequestHead } from './request-head.ts';

const llhttp = new Llhttp();

/** The requests on a connection as the parser reports them. */
interface Parsed {
  readonly requests: { readonly head: RequestHead; body: string; isComplete: boolean }[];
  readonly failure: string | undefined;
}

/** Parses the data of a connection, which arrives in chunks of `size` bytes. */
function parse(text: string, size: number = text.length, acceptsUpgrades = false): Parsed {
  const requests: Parsed['requests'] = [];
  const receiver = {
    onHead: (head: RequestHead) => void requests.push({ head, body: '', isComplete: false }),
    onBody: (part: Uint8Array) => void (requests.at(-1)!.body += Buffer.from(part).toString('latin1')),
    onEnd: () => void (requests.at(-1)!.isComplete = true),
    acceptsUpgrade: () => acceptsUpgrades,
  };
  const parser = new LlhttpParser(llhttp, receiver);
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    for (let position = 0; position < chunk.length && parser.failure === undefined;) {
      position = parser.execute(chunk, position);
    }
  }
  parser.free();
  return { requests, failure: parser.failure };
}

/** Converts a result to a printable form for comparison. */
function describeParsed({ requests, failure }: Parsed): unknown {
  const heads = requests.map(({ head, ...rest }) => [
    head.method,
    head.target,
    head.minor,
    head.flags,
    [...head.entries()],
    rest,
  ]);
  return [heads, failure];
}

const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('LlhttpParser', () => {
  it('uses the pinned build of llhttp', () => {
    expect(createHash('sha256').update(readLlhttp()).digest('hex')).toBe(LLHTTP_SHA256);
  });

  it('reports method, target, headers and body of consecutive requests', () => {
    const { requests, failure } = parse(
      'PUT /a?b=c HTTP/1.1\r\nHost: a \r\nX-Name:  y z\t\r\nX-Empty:\r\nContent-Length: 4\r\n\r\nbody' +
        'GET /next HTTP/1.0\r\nCookie: a=1\r\ncookie: b=2\r\n\r\n',
    );
    expect(failure).toBeUndefined();
    expect(requests.map(({ body, isComplete }) => [body, isComplete])).toEqual([
      ['body', true],
      ['', true],
    ]);
    const [first, second] = requests.map(({ head }) => head);
    expect([first!.method, first!.target, first!.minor]).toEqual(['PUT', '/a?b=c', 1]);
    expect([...first!.entries()]).toEqual([
      ['host', 'a'],
      ['x-name', 'y z'],
      ['x-empty', ''],
      ['content-length', '4'],
    ]);
    expect([second!.method, second!.minor, second!.has(HEAD_FLAGS.keepAlive)]).toEqual(['GET', 0, false]);
    expect(second!.get('cookie')).toBe('a=1; b=2');
    expect(second!.get('host')).toBeUndefined();
  });

  it('joins repeated headers as Node does', () => {
    const { requests } = parse(
      'GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nx-a: 2\r\nX-A:\r\nCookie: a=1\r\nCookie: b=2\r\nFrom: c\r\nFrom: d\r\n\r\n',
    );
    const joined = [
      ['host', 'a'],
      ['x-a', '1, 2, '],
      ['cookie', 'a=1; b=2'],
      ['from', 'c'],
    ];
    const { head } = requests[0]!;
    expect([...head.entries()]).toEqual(joined);
    expect(joined.map(([name]) => [name, head.get(name!)])).toEqual(joined);
  });

  it('reads each header only once to list all headers', () => {
    const count = 900;
    const lines = Array.from({ length: count }, (_, index) => `x${index % (count / 2)}: ${index}\r\n`);
    const { head } = parse(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`).requests[0]!;
    const slice = vi.spyOn(String.prototype, 'slice');
    const listed = [...head.entries()].length;
    const slices = slice.mock.calls.length;
    slice.mockRestore();
    expect(listed).toBe(count / 2);
    expect(slices).toBeLessThanOrEqual(count * 3);
  });

  it('reports the same requests regardless of the chunk size', () => {
    const connection =
      'GET /first HTTP/1.1\r\nHost: a\r\nX-Long: some longer value\r\n\r\n' +
      `${CHUNKED}4;name=value\r\nbody\r\n003\r\nabc\r\n0\r\nTrailer: x\r\n\r\n` +
      'POST /third HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nend';
    const whole = describeParsed(parse(connection));
    expect(parse(connection).requests.map(({ body }) => body)).toEqual(['', 'bodyabc', 'end']);
    for (let size = 1; size < connection.length; size += 1) {
      expect(describeParsed(parse(connection, size))).toEqual(whole);
    }
  });

  it('parses a body that exceeds its input buffer', () => {
    const body = 'x'.repeat(200_000);
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { requests } = parse(`${head}${body}GET /next HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(requests.map((request) => request.body.length)).toEqual([200_000, 0]);
  });

  it.each([
    ['two different lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx'],
    ['an unknown transfer coding', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\nx'],
    ['an empty transfer coding', 'POST / HTTP/1.1\r\nTransfer-Encoding: \t\r\n\r\n'],
    ['an empty and a known transfer coding', `${CHUNKED.slice(0, -2)}Transfer-Encoding:\r\n\r\n0\r\n\r\n`],
    ['a tab after upgrade', 'GET / HTTP/1.1\r\nConnection: x, Upgrade\t\r\nUpgrade: h2c\r\n\r\n'],
    ['a length that is not a number', 'POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\nx'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a header on two lines', 'GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n'],
    ['a line break without carriage return', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['a null byte in a value', 'GET / HTTP/1.1\r\nX: a\0b\r\n\r\n'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\n\r\n'],
    ['a chunk size that is not a number', `${CHUNKED}x\r\n`],
    ['a chunk without line break', `${CHUNKED}1\r\nab0\r\n\r\n`],
    ['data after the last request', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('rejects %s', (_name, text) => {
    expect(parse(text).failure).toBe('bad-request');
    expect(parse(text, 1).failure).toBe('bad-request');
  });

  it('reports HTTP/0.9 and HTTP/2.0 as HTTP/1.0', () => {
    for (const version of ['', ' HTTP/0.9', ' HTTP/1.0', ' HTTP/2.0']) {
      const [request] = parse(`GET /${version}\r\n\r\n`).requests;
      expect([request!.head.minor, request!.head.has(HEAD_FLAGS.keepAlive)]).toEqual([0, false]);
    }
    expect(parse('GET / HTTP/1.2\r\n\r\n')).toEqual({ requests: [], failure: 'bad-request' });
  });

  it('detects that the connection closes after the response', () => {
    const heads = ['close', 'Close\t', 'x, close', 'keep-alive', 'closed'].map(
      (value) => parse(`GET / HTTP/1.1\r\nConnection: ${value}\r\n\r\n`).requests[0]!.head,
    );
    expect(heads.map((head) => head.has(HEAD_FLAGS.keepAlive))).toEqual([false, false, false, true, true]);
  });

  it('reports a body for Transfer-Encoding and for a Content-Length other than 0', () => {
    const hasBody = (header: string): boolean =>
      parse(`POST / HTTP/1.1\r\n${header}\r\n\r\n`).requests[0]!.head.has(HEAD_FLAGS.body);
    expect(hasBody('Content-Length: 1')).toBe(true);
    expect(hasBody('content-length: 0 ')).toBe(false);
    expect(hasBody('Transfer-Encoding: chunked')).toBe(true);
    expect(hasBody('Content-Type: text/plain')).toBe(false);
  });

  it('limits the total length of the target, header names and values', () => {
    const request = (length: number): string => `GET / HTTP/1.1\r\nX: ${'x'.repeat(length)}\r\n\r\n`;
    expect(parse(request(MAX_HEADERS_SIZE - 3)).failure).toBeUndefined();
    for (const size of [1, 1000, MAX_HEADERS_SIZE * 2]) {
      expect(parse(request(MAX_HEADERS_SIZE - 2), size)).toEqual({
        requests: [],
        failure: 'headers-too-large',
      });
    }
    expect(parse(`GET /${'x'.repeat(MAX_HEADERS_SIZE)}`).failure).toBe('headers-too-large');
    expect(parse(`GET / HTTP/1.1\r\nX: ${' '.repeat(70_000)}`, 1000).failure).toBe('headers-too-large');
  });

  it('limits the number of headers', () => {
    const request = (count: number): string => `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(count)}\r\n`;
    expect(parse(request(MAX_HEADERS)).failure).toBeUndefined();
    expect(parse(request(MAX_HEADERS + 1)).failure).toBe('headers-too-large');
  });

  it('limits the total length of trailers', () => {
    const end = (length: number): string => `${CHUNKED}0\r\nX: ${'x'.repeat(length)}\r\n\r\n`;
    expect(parse(end(MAX_HEADERS_SIZE - 2), 1000).failure).toBeUndefined();
    expect(parse(end(MAX_HEADERS_SIZE), 1000).failure).toBe('headers-too-large');
  });

  it.each([
    ['extensions of a chunk', (length: number) => `${CHUNKED}4;x=${'y'.repeat(length)}\r\nbody\r\n0\r\n\r\n`],
    ['extensions of the last chunk', (length: number) => `${CHUNKED}0;x=${'y'.repeat(length)}\r\n\r\n`],
    ['extensions before trailers', (length: number) => `${CHUNKED}0;x=${'y'.repeat(length)}\r\nT: x\r\n\r\n`],
    [
      'zeros before a chunk size',
      (length: number) => `${CHUNKED}${'0'.repeat(length)}4\r\nbody\r\n0\r\n\r\n`,
    ],
    [
      'extensions of many chunks',
      (length: number) => `${CHUNKED}${`1;x=${'y'.repeat(length / 20)}\r\nb\r\n`.repeat(20)}`,
    ],
  ])('limits the length of %s', (_name, request) => {
    for (const size of [1, 100, 5_000, 65_000]) {
      expect(parse(request(10_000), size).failure).toBeUndefined();
      expect(parse(request(18_000), size).failure).toBe('extensions-too-large');
    }
  });

  it('accepts a short extension in each chunk of a long body', () => {
    const chunk = `1000;signature=${'x'.repeat(64)}\r\n${'y'.repeat(0x1000)}\r\n`;
    expect(parse(`${CHUNKED}${chunk.repeat(500)}0\r\n\r\n`, 60_000).failure).toBeUndefined();
  });

  it('continues after an upgrade request, but rejects data that immediately follows it', () => {
    const upgrade = 'GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const next = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(parse(upgrade + next)).toMatchObject({ requests: [{ isComplete: true }], failure: 'bad-request' });
    const { requests, failure } = parse(upgrade + next, upgrade.length);
    expect([requests.map(({ head }) => head.target), failure]).toEqual([['/', '/next'], undefined]);
    expect(requests[0]!.head.has(HEAD_FLAGS.upgrade)).toBe(true);
  });

  it('parses requests after the memory of the WebAssembly module has grown', () => {
    const own = new Llhttp();
    const targets: string[] = [];
    const ignore = (): void => {};
    const receiver = {
      onHead: ({ target }: RequestHead) => void targets.push(target),
      onBody: ignore,
      onEnd: ignore,
      acceptsUpgrade: () => false,
    };
    const parser = new LlhttpParser(own, receiver);
    const request = Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
    const before = own.exports.memory.buffer.byteLength;
    parser.execute(request, 0);
    own.exports.malloc(before);
    parser.execute(request, 0);
    expect(own.exports.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(targets).toEqual(['/a', '/a']);
  });

  it('releases the memory of each parser', () => {
    const before = llhttp.exports.memory.buffer.byteLength;
    for (let count = 0; count < 10_000; count += 1) parse('GET / HTTP/1.1\r\n\r\n');
    expect(llhttp.exports.memory.buffer.byteLength).toBe(before);
  });
});
