import type { Query } from '../protocol/query.ts';
import type { RoutingContext } from './context.ts';

/** The headers of a request. Iteration yields pairs of name and value. */
export interface RequestHeaders extends Iterable<[string, string]> {
  /**
   * Returns the value of a header. The name is case-insensitive. Repeated headers are joined by `, `, and cookies by
   * `; `. If a header that must not be repeated, such as Content-Type, is repeated, the toolkit's servers use only its
   * first value.
   */
  get(name: string): string | undefined;
  /** Whether the header was sent. The name is case-insensitive. */
  has(name: string): boolean;
}

/** The body of a request. It can be read as a whole any number of times, or streamed once. */
export interface RequestBody {
  /** Reads the whole body. May be called repeatedly, because the bytes are kept. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body and decodes it as UTF-8. Invalid bytes become U+FFFD. */
  text(): Promise<string>;
  /** Streams the body as it arrives. May be called only once, and not together with the other methods. */
  stream(): ReadableStream<Uint8Array>;
}

/** The request as handlers see it, independent of the transport. Each part is created on first access. */
export abstract class HttpRequest {
  /** The context, for writers and exception handlers, which receive the request instead of the context. */
  abstract readonly context: RoutingContext;
  abstract readonly method: string;
  /**
   * The path as sent: percent-encoded, without the query and without the path at which an Express or Connect
   * application mounts the router. If the target has the absolute form, which clients send to proxies, it includes
   * scheme and host.
   */
  abstract readonly path: string;
  /**
   * The absolute URL with the host that the client sent, or `localhost` if that host is missing or invalid. The scheme
   * is that of the connection, even if the target has the absolute form with another scheme. With `trustProxy`, the
   * scheme and host are those of the client's request to the outermost trusted proxy.
   */
  abstract readonly url: URL;
  abstract readonly headers: RequestHeaders;
  abstract readonly query: Query;
  /**
   * Decoded cookies by name. If a name is repeated, the first cookie with that name is used. The object has no
   * prototype.
   */
  abstract readonly cookies: Readonly<Record<string, string | undefined>>;
  abstract readonly body: RequestBody;
  /**
   * The client's IP address. On Unix sockets and in fetch handlers, it is undefined unless a trusted proxy sends it. If
   * a proxy is in front of the server and `trustProxy` is not set, this is the proxy's address.
   */
  abstract readonly remoteAddress: string | undefined;
  /** Aborted when the client disconnects, the time limit is reached, or a shutdown ends the request. */
  abstract readonly signal: AbortSignal;
}
