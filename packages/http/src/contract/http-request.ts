import type { Query } from '../protocol/query.ts';
import type { RoutingContext } from './context.ts';

/** The headers of a request; iterates over pairs of name and value. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /** The name in any case. Repeats are joined by `, `. */
  get(name: string): string | undefined;
  /** Whether the header was sent. The name in any case. */
  has(name: string): boolean;
}

/** The body of a request, which can be read once. */
export interface RequestBody {
  /** The whole body. It is read once, by a body binding or by the handler, whichever is first. */
  bytes(): Promise<Uint8Array>;
  /** The whole body, decoded as UTF-8. */
  text(): Promise<string>;
  /** The body as it arrives: once, and not together with the other methods. */
  stream(): ReadableStream<Uint8Array>;
}

/** The request as a handler sees it, the same on every transport. A view: each part is built when it is first read. */
export abstract class HttpRequest {
  /** For writers and handlers, which get the request alone. */
  abstract readonly context: RoutingContext;
  abstract readonly method: string;
  /** The path as sent, not decoded, without query. */
  abstract readonly path: string;
  /** Absolute, with the host that the client named; `localhost` when that is none. */
  abstract readonly url: URL;
  abstract readonly headers: RequestHeaders;
  abstract readonly query: Query;
  /** By name, decoded; the first one if a name is repeated. Has no prototype. */
  abstract readonly cookies: Readonly<Record<string, string | undefined>>;
  abstract readonly body: RequestBody;
  abstract readonly remoteAddress: string | undefined;
  /** Aborts when the client goes away, the request's time is up, or a shutdown cuts it. */
  abstract readonly signal: AbortSignal;
}
