import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { byName, type ParsedRequest, type ParsedStream } from './parsed-stream.ts';

/**
 * The private parser of `node:http`. Only these tests use it, in the same way as the `node:http` server does
 * (lib/_http_server.js and lib/_http_common.js).
 */
interface NodeParser {
  initialize(type: number, resource: object, maxHeaderSize: number, lenientFlags: number): void;
  execute(bytes: Buffer): number | NodeParserError;
  finish(): number | undefined | NodeParserError;
  close(): void;
  [callback: number]: (...values: never[]) => unknown;
}

interface NodeParserError extends Error {
  readonly code: string;
}

interface NodeParserClass {
  new (): NodeParser;
  readonly REQUEST: number;
  readonly kOnHeaders: number;
  readonly kOnHeadersComplete: number;
  readonly kOnBody: number;
  readonly kOnMessageComplete: number;
  readonly kLenientAll: number;
}

const { HTTPParser, methods } = createRequire(import.meta.url)('node:_http_common') as {
  readonly HTTPParser: NodeParserClass;
  /** Method names in the order of llhttp's numbers, without {@link MISSING}. */
  readonly methods: readonly string[];
};
/** HTTP/2 and RTSP methods. Their numbers in llhttp precede that of QUERY, which is the last of `methods`. */
const MISSING = [
  'PRI',
  'DESCRIBE',
  'ANNOUNCE',
  'SETUP',
  'PLAY',
  'PAUSE',
  'TEARDOWN',
  'GET_PARAMETER',
  'SET_PARAMETER',
  'REDIRECT',
  'RECORD',
  'FLUSH',
];
const METHODS = [...methods.slice(0, -1), ...MISSING, ...methods.slice(-1)];

/** Result of the callback for an upgrade, which means that the following bytes are not a body. */
const SKIP_BODY_AND_REST = 2;

/** Options for {@link parseWithNode}. */
export interface NodeParserOptions {
  /** Whether to parse leniently, as `node:http` does with `insecureHTTPParser` (default: false). */
  readonly lenient?: boolean;
}

/** Parses a stream as a `node:http` server with an upgrade listener does. */
export function parseWithNode(
  parts: readonly Buffer[],
  { lenient = false }: NodeParserOptions = {},
): ParsedStream {
  const requests: ParsedRequest[] = [];
  // Contains headers that arrive in several parts, and trailers.
  let headers: string[] = [];
  let url = '';
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.REQUEST, {}, 0, lenient ? HTTPParser.kLenientAll : 0);
  parser[HTTPParser.kOnHeaders] = (some: string[], partOfUrl: string) => {
    headers.push(...some);
    url += partOfUrl;
  };
  parser[HTTPParser.kOnHeadersComplete] = (
    major: number,
    minor: number,
    all: string[] | undefined,
    method: number,
    target: string | undefined,
    _status: number,
    _reason: string,
    upgrade: boolean,
    keepAlive: boolean,
  ) => {
    requests.push({
      method: METHODS[method]!,
      target: target ?? url,
      isHttp11: major === 1 && minor === 1,
      headers: joinHeaders(all ?? headers),
      upgrade,
      keepAlive,
      body: '',
      complete: false,
    });
    headers = [];
    url = '';
    return upgrade ? SKIP_BODY_AND_REST : 0;
  };
  parser[HTTPParser.kOnBody] = (part: Buffer) => {
    requests.at(-1)!.body += part.toString('latin1');
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    requests.at(-1)!.complete = true;
    headers = [];
    url = '';
  };
  const end = (refusal: number | undefined, afterUpgrade?: number): ParsedStream => {
    parser.close();
    return { requests, refusal, afterUpgrade };
  };
  for (const part of parts) {
    const consumed = parser.execute(part);
    if (typeof consumed !== 'number') return end(refusalOf(consumed));
    if (requests.at(-1)?.upgrade) return end(undefined, part.length - consumed);
  }
  const failure = parser.finish();
  return end(failure instanceof Error ? refusalOf(failure) : undefined);
}

/** Joins repeated headers in the same way as `node:http` does for handlers. */
function joinHeaders(raw: readonly string[]): [string, string][] {
  const message = new IncomingMessage(undefined as unknown as Socket) as IncomingMessage & {
    _addHeaderLines(headers: readonly string[], count: number): void;
  };
  message._addHeaderLines(raw, raw.length);
  return Object.entries(message.headers)
    .map<[string, string]>(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value!])
    .toSorted(byName);
}

/** Returns the status that `socketOnError` in lib/_http_server.js sends. */
function refusalOf({ code }: NodeParserError): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 : 400;
}
