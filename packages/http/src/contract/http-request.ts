import type { Query } from '../protocol/query.ts';
import type { RoutingContext } from './context.ts';

/** The headers of a request. Iterating yields pairs of name and value. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /** The value of a header; the name is case-insensitive. Repeated headers are joined by `, `. */
  get(name: string): string | undefined;
  /** Whether the header was sent; the name is case-insensitive. */
  has(name: string): boolean;
}

/** The body of a request, which can be read once. */
export interface RequestBody {
  /** The whole body. It is read from the connection once, however many callers there are. */
  bytes(): Promise<Uint8Array>;
  /** The whole body, decoded as UTF-8. */
  text(): Promise<string>;
  /** The body as it arrives. Can be called once, and not in combination with the other methods. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * The request as a handler sees it, the same on every transport. Each part is built when it is first read.
 */
export abstract class HttpRequest {
  /** The context, for writers and exception handlers, which receive only the request. */
  abstract readonly context: RoutingContext;
  abstract readonly method: string;
  /** The path as sent, not decoded, without query. */
  abstract readonly path: string;
  /** The absolute URL with the host that the client sent; `localhost` if it sent no valid one. */
  abstract readonly url: URL;
  abstract readonly headers: RequestHeaders;
  abstract readonly query: Query;
  /** Decoded cookies by name; the first one if a name is repeated. The object has no prototype. */
  abstract readonly cookies: Readonly<Record<string, string | undefined>>;
  abstract readonly body: RequestBody;
  abstract readonly remoteAddress: string | undefined;
  /** Aborts when the client disconnects, the time limit is reached, or a shutdown ends the request. */
  abstract readonly signal: AbortSignal;
}
