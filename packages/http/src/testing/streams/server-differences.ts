import { isDeepStrictEqual } from 'node:util';
import type { AllowedDifference } from './allowed-differences.ts';
import type { Answer } from './answers.ts';
import type { Conversation } from './conversation.ts';
import { parseWithFast } from './fast-parser.ts';
import { parseWithNode } from './node-parser.ts';
import { classifyDifference } from './parser-comparison.ts';
import type { ParsedRequest } from './parsed-stream.ts';
import { PARSER_DIFFERENCES } from './parser-differences.ts';

/** Allowed differences between a server with the transport `fast` and a `node:http` server. */
export const SERVER_DIFFERENCES: readonly AllowedDifference<Conversation>[] = [
  {
    name: 'a difference between the parsers',
    reason: 'listed in parser-differences.ts',
    example: 'GET / HTTP/1.0\r\nConnection: close, keep-alive\r\n\r\n',
    matches: (stream) => {
      const name = classifyDifference([Buffer.from(stream, 'latin1')], {
        reference: (parts) => parseWithNode(parts),
        parser: parseWithFast,
        allowed: PARSER_DIFFERENCES,
      });
      return name !== undefined && name !== 'other';
    },
  },
  {
    name: 'invalid bytes or CONNECT after a request',
    reason:
      'the fast transport sends the responses to earlier requests, then the refusal; node:http drops or cuts off a response that is not ready, or drops the refusal',
    example: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nagarbage',
    matches: (stream, expected, actual) => {
      if (expected.open || actual.open) return false;
      const [one, other] = [finalAnswers(expected), finalAnswers(actual)];
      const long = one.length > other.length ? one : other;
      const { requests, refusal } = parseWithNode([Buffer.from(stream, 'latin1')]);
      return (
        (refusal !== undefined || requests.at(-1)?.method === 'CONNECT') &&
        long.length <= requests.length &&
        (areBeginning(one, other) || areBeginning(other, one)) &&
        long.every(({ status, body }, index) => status !== 200 || isEcho(body, requests[index]!))
      );
    },
  },
  {
    name: 'bytes after an upgrade request',
    reason: 'the fast transport rejects them; node:http ignores them and keeps the connection open',
    example: `GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n`,
    matches: (stream, expected, actual) => {
      const { requests, afterUpgrade } = parseWithNode([Buffer.from(stream, 'latin1')]);
      const isStart = finalAnswers(actual).every((answer, index) =>
        isDeepStrictEqual(answer, finalAnswers(expected)[index]),
      );
      return afterUpgrade !== undefined && isStart && finalAnswers(actual).length <= requests.length;
    },
  },
  {
    name: 'a streamed response to HEAD in HTTP/1.0',
    reason:
      'the fast transport keeps the connection open if the client asks for it: the response has no body, so its end need not be marked by closing the connection',
    example: 'HEAD /a/b HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    matches: (stream, expected, actual) => {
      const [before, after] = [finalAnswers(expected), finalAnswers(actual)];
      const last = before.length - 1;
      const request = parseWithNode([Buffer.from(stream, 'latin1')]).requests[last];
      return (
        request?.method === 'HEAD' &&
        !request.isHttp11 &&
        request.keepAlive &&
        before[last]!.headers.includes('connection: close') &&
        after[last]?.body === '' &&
        areBeginning(before.slice(0, last), after)
      );
    },
  },
  {
    name: 'a request without Host whose body has not arrived',
    reason:
      'the fast transport reads the rest of the body for some time, because a client that is still sending would lose the response; node:http closes the connection',
    example: 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n',
    matches: (stream, expected, actual) => {
      const last = parseWithNode([Buffer.from(stream, 'latin1')]).requests.at(-1);
      return (
        last?.complete === false &&
        last.isHttp11 &&
        !last.headers.some(([name]) => name === 'host') &&
        !expected.open &&
        isDeepStrictEqual(expected.answers, actual.answers)
      );
    },
  },
];

/** Whether `others` begins with `answers`. The last of `answers` may be cut off. */
function areBeginning(answers: readonly Answer[], others: readonly Answer[]): boolean {
  return answers.every((answer, index) => {
    const other = others[index];
    if (other === undefined) return false;
    if (index < answers.length - 1 || answer.body === other.body) return isDeepStrictEqual(answer, other);
    const isCutOff = isDeepStrictEqual(answer.headers, other.headers) && other.body.startsWith(answer.body);
    return isCutOff && !answer.headers.some((line) => line.startsWith('content-length'));
  });
}

/** Whether a response body of the echo router belongs to the request. The body is empty for HEAD. */
function isEcho(body: string, { method }: ParsedRequest): boolean {
  return body.startsWith(`["${method}",`) || (body === '' && method === 'HEAD');
}

/** Returns the responses, except interim responses and the refusal of invalid bytes. */
function finalAnswers({ answers = [] }: Conversation): readonly Answer[] {
  const final = answers.filter(({ status }) => status >= 200);
  const last = final.at(-1);
  const isRefusal =
    last?.body === '' && last.status >= 400 && isDeepStrictEqual(last.headers, ['connection: close']);
  return isRefusal ? final.slice(0, -1) : final;
}
