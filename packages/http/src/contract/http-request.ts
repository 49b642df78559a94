import type { Query } from '../protocol/query.ts';
import type { RoutingContext } from './context.ts';

/** The headers of a request. Iteration yields pairs of name and value. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /** Returns the value of a header. The name is case-insensitive. Repeated headers are joined by `, `. */
  get(name: string): string | undefined;
  /** Whether the header was sent. The name is case-insensitive. */
  has(name: string): boolean;
}

/** The body of a request, which can be read once. */
export interface RequestBody {
  /** Reads the whole body. Several calls are allowed, because the result is retained. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body and decodes it as UTF-8. */
  text(): Promise<string>;
  /** Streams the body as it arrives. May be called once, and not in combination with the other methods. */
  stream(): ReadableStream<Uint8Array>;
}

/** The request as handlers see it, independent of the transport. Each part is created on first access. */
export abstract class HttpRequest {
  /** The context, for writers and exception handlers, which receive the request instead of the context. */
  abstract readonly context: RoutingContext;
  abstract readonly method: string;
  /** The path as sent: percent-encoded and without the query. */
  abstract readonly path: string;
  /** The absolute URL with the host that the client sent, or `localhost` if that host is missing or invalid. */
  abstract readonly url: URL;
  abstract readonly headers: RequestHeaders;
  abstract readonly query: Query;
  /** Decoded cookies by name. If a name is repeated, the first cookie applies. The object has no prototype. */
  abstract readonly cookies: Readonly<Record<string, string | undefined>>;
  abstract readonly body: RequestBody;
  abstract readonly remoteAddress: string | undefined;
  /** Aborted when the client disconnects, the time limit is reached, or a shutdown ends the request. */
  abstract readonly signal: AbortSignal;
}
