import { isDeepStrictEqual } from 'node:util';
import type { AllowedDifference } from './allowed-differences.ts';
import type { ParsedRequest, ParsedStream } from './parsed-stream.ts';

type Requests = Pick<ParsedStream, 'requests'>;

/** Allowed differences between the parser of the transport `fast` and the parser of `node:http`. */
export const PARSER_DIFFERENCES: readonly AllowedDifference<ParsedStream>[] = [
  {
    name: 'a tab after Content-Length',
    reason: 'the fast parser rejects it because llhttp before 9.4.2 does not skip the tab',
    example: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\t\r\n\r\nhello',
    matches: (stream, expected, actual) =>
      /content-length:[^\r\n]*\d *\t/i.test(stream) && actual.refusal === 400 && isStartOf(actual, expected),
  },
  {
    name: 'a tab after upgrade in Connection',
    reason: 'the fast parser rejects it because llhttp before 9.4.2 does not recognize the token',
    example: 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\t\r\nUpgrade: h2c\r\n\r\n',
    matches: (stream, expected, actual) =>
      /\nconnection:(?:[^\r\n]*,)?[ \t]*upgrade *\t/i.test(stream) &&
      actual.refusal === 400 &&
      isStartOf(actual, expected),
  },
  {
    name: 'keep-alive in HTTP/1.0 together with close, or followed by a tab',
    reason: 'the fast transport closes the connection; node:http keeps it open',
    example: 'GET / HTTP/1.0\r\nConnection: close, keep-alive\r\n\r\n',
    matches: (stream, expected, actual) =>
      isAmbiguous(stream, expected.requests[actual.requests.length - 1]) &&
      actual.requests.at(-1)?.keepAlive === false &&
      isStartOf(
        { requests: actual.requests.map(withoutPersistence) },
        { requests: expected.requests.map(withoutPersistence) },
      ),
  },
  {
    name: 'a Connection trailer with close before a tab',
    reason:
      'the fast transport answers the next request: a trailer must not change how messages are delimited (RFC 9110, 6.5.1)',
    example:
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nConnection: close\t\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
    matches: (stream, expected, actual) =>
      /\nconnection:(?:[^\r\n]*,)?[ \t]*close *\t/i.test(stream) &&
      expected.refusal === 400 &&
      expected.requests.at(-1)?.headers.some(([name]) => name === 'transfer-encoding') === true &&
      isStartOf(expected, actual),
  },
  {
    name: 'the total length of chunk extensions',
    reason: 'the fast parser limits the total; node:http limits the extensions of each chunk',
    example: `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${`1;${'a'.repeat(2_000)}\r\nb\r\n`.repeat(10)}0\r\n\r\n`,
    matches: (_stream, expected, actual) =>
      actual.refusal === 413 && expected.refusal !== 413 && isStartOf(actual, expected),
  },
  {
    name: 'chunk extensions at the limit, or above it and invalid',
    reason:
      'llhttp does not report extensions: the fast parser knows their size only to within 20 bytes, and only after llhttp has checked their syntax',
    example: `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(16_390)}\r\nb\r\n0\r\n\r\n`,
    matches: (stream, expected, actual) =>
      /;[^\r\n]{16000}/.test(stream) &&
      expected.refusal === 413 &&
      (actual.refusal === 400 || !/;[^\r\n]{16420}/.test(stream)) &&
      isStartOf(expected, actual),
  },
  {
    name: 'an empty Transfer-Encoding before headers above the limit',
    reason:
      'both parsers reject it; llhttp before 9.4.2 also reads the headers because it accepts the empty value',
    example: `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`,
    matches: (stream, expected, actual) =>
      /\ntransfer-encoding:[ \t]*\r\n/i.test(stream) &&
      expected.refusal === 400 &&
      actual.refusal === 431 &&
      isDeepStrictEqual(expected.requests, actual.requests),
  },
  {
    name: 'DEL in a quoted chunk extension',
    reason: 'llhttp before 9.4.2 accepts it; the size of the chunk is the same, and no code reads extensions',
    example: 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a="\x7f"\r\nb\r\n0\r\n\r\n',
    matches: (stream, expected, actual) =>
      /;[^\r\n]*"[^\r\n]*\x7f/.test(stream) && expected.refusal === 400 && isStartOf(expected, actual),
  },
  {
    name: 'more than 1,000 headers',
    reason: 'the fast parser rejects the request; node:http ignores the headers above its limit',
    example: `GET / HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(1_000)}\r\n`,
    matches: (stream, expected, actual) =>
      stream.split('\r\n').length > 1_000 && actual.refusal === 431 && isStartOf(actual, expected),
  },
];

/** Whether `short` contains the first requests of `long`. The last request of `short` may be incomplete. */
function isStartOf(short: Requests, long: Requests): boolean {
  return short.requests.every((request, index) => {
    const other = long.requests[index];
    if (other === undefined) return false;
    if (request.complete) return isDeepStrictEqual(request, other);
    const { body, complete: _, ...head } = request;
    const { body: otherBody, complete: _other, ...otherHead } = other;
    return isDeepStrictEqual(head, otherHead) && otherBody.startsWith(body);
  });
}

function isAmbiguous(stream: string, request: ParsedRequest | undefined): boolean {
  const [, connection = ''] = request?.headers.find(([name]) => name === 'connection') ?? [];
  return (
    request?.isHttp11 === false &&
    /keep-alive/i.test(connection) &&
    (/close/i.test(connection) || /keep-alive *\t/i.test(stream))
  );
}

function withoutPersistence(request: ParsedRequest): ParsedRequest {
  return { ...request, keepAlive: false };
}
