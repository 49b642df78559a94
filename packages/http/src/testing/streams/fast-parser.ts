import { CommonRequestParser } from '../../server/parser/common-request-parser.ts';
import { LlhttpParser, MAX_HEADERS_SIZE } from '../../server/parser/llhttp-parser.ts';
import { Llhttp } from '../../server/parser/llhttp.ts';
import { HEAD_FLAGS } from '../../server/parser/head-flags.ts';
import type { RequestHead } from '../../server/parser/request-head.ts';
import type { ParseFailure, RequestReceiver } from '../../server/parser/request-parser.ts';
import { byName, type ParsedRequest, type ParsedStream } from './parsed-stream.ts';

/** Statuses with which the transport `fast` refuses a stream. */
const STATUS: Readonly<Record<ParseFailure, number>> = {
  'bad-request': 400,
  'extensions-too-large': 413,
  'headers-too-large': 431,
};

const LINE_ENDS: ReadonlySet<number> = new Set(Buffer.from('\r\n'));

const llhttp = new Llhttp();

/** Numbers of requests and streams that were parsed without llhttp. */
export interface CommonCounts {
  /** Number of streams with such a request. */
  streams: number;
  requests: number;
  /** Number of requests whose headers were not parsed, because they equalled those of the previous request. */
  repeated: number;
}

/**
 * Parses a stream with the parser of the transport `fast`, and accepts upgrades. Adds the requests that are parsed
 * without llhttp to `counts`.
 */
export function parseWithFast(parts: readonly Buffer[], counts?: CommonCounts): ParsedStream {
  const requests: ParsedRequest[] = [];
  const receiver: RequestReceiver = {
    onHead: (head) =>
      void requests.push({
        method: head.method,
        target: head.target,
        isHttp11: head.minor === 1,
        headers: [...head.entries()].toSorted(byName),
        upgrade: head.has(HEAD_FLAGS.upgrade),
        keepAlive: head.has(HEAD_FLAGS.keepAlive),
        body: '',
        complete: false,
      }),
    onBody: (part) => void (requests.at(-1)!.body += Buffer.from(part).toString('latin1')),
    onEnd: () => void (requests.at(-1)!.complete = true),
    acceptsUpgrade: () => true,
  };
  const common: RequestHead[] = [];
  const parser = new CommonRequestParser(
    new LlhttpParser(llhttp, receiver),
    {
      ...receiver,
      onHead: (head) => {
        common.push(head);
        receiver.onHead(head);
      },
    },
    MAX_HEADERS_SIZE,
  );
  const end = (refusal: number | undefined, afterUpgrade?: number): ParsedStream => {
    if (counts !== undefined) addCounts(counts, common);
    return { requests, refusal, afterUpgrade };
  };
  try {
    for (const each of parts) {
      // Like the data of a socket, parts do not share memory.
      const part = Buffer.from(Uint8Array.from(each).buffer);
      for (let at = 0; at < part.length;) {
        const last = requests.at(-1);
        if (last?.complete && !last.keepAlive) {
          // At this point, `Connection` closes the connection. Node ignores empty lines and rejects other bytes.
          if (!LINE_ENDS.has(part[at]!)) return end(400);
          at += 1;
          continue;
        }
        at = parser.execute(part, at);
        if (parser.failure !== undefined) return end(STATUS[parser.failure]);
        if (requests.at(-1)?.upgrade) return end(undefined, part.length - at);
      }
    }
    return end(parser.isInside ? 400 : undefined);
  } finally {
    parser.free();
  }
}

function addCounts(counts: CommonCounts, common: readonly RequestHead[]): void {
  if (common.length > 0) counts.streams += 1;
  counts.requests += common.length;
  counts.repeated += common.length - new Set(common.map(({ fields }) => fields)).size;
}
