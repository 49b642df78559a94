import type { NodeMessages } from './node-messages.ts';
import type { ConnectionUpgrade } from './protocol-switch.ts';
import type { ResponseSink } from './response-sink.ts';

/**
 * One request and its response, on a server, in a fetch handler or in process. All other code is independent of the
 * transport. Parts are created on first access.
 */
export interface Transport extends ResponseSink {
  readonly method: string;
  /** Path and query as sent, such as `/notes?page=2`. */
  readonly target: string;
  /**
   * Returns a request header. `name` must be in lower case. Repeated headers are joined by `, `, and cookies by `; `.
   * If a header that must not be repeated, such as Content-Type, is repeated, the toolkit's servers use only its first
   * value.
   */
  header(name: string): string | undefined;
  /** The request headers with names in lower case. */
  headers(): Iterable<[string, string]>;
  /** Scheme and authority, such as `http://localhost:8080`. */
  readonly base: string;
  readonly remoteAddress: string | undefined;
  /** The path at which an Express or Connect application mounts the router. `target` does not include it. */
  readonly mountPath?: string;
  /** Set if the client asks for another protocol, and a route may use the connection for it. */
  readonly upgrade?: ConnectionUpgrade;
  /** The request and response of `node:http`; undefined on other transports. */
  readonly messages?: NodeMessages;

  /**
   * Throws `HttpError` 400 for headers that a proxy in front of this server may have interpreted differently.
   */
  assertValidHead(): void;
  /** Whether the headers announce a body. Content-Length: 0 counts as no body. */
  readonly hasBody: boolean;
  /**
   * Reads the whole body. Rejects with `HttpError` 413 if it exceeds `limit` bytes, with 408 after `time` ms, and with
   * an error if the client disconnects. If the body has already arrived, may return it or throw directly instead of
   * returning a promise. May be called once.
   */
  bytes(limit: number, time: number): Uint8Array | Promise<Uint8Array>;
  /** Streams the body as it arrives, with the same limits. May be called once, and not after `bytes`. */
  stream(limit: number, time: number): ReadableStream<Uint8Array>;

  /**
   * Passes a request that no route matches to the server's next middleware; undefined if there is none. `headers` are
   * the headers set so far, in the format of `send`.
   */
  readonly leave?: ((headers: readonly string[]) => void) | undefined;

  /**
   * The number of bytes that the client's connection has accepted; undefined if no bytes are waiting to be sent, or if
   * the transport does not know.
   */
  readonly acceptedBytes?: number | undefined;

  /**
   * Sends status 103 with these `Link` values before the response. Returns whether the client can receive it.
   * Transports that can never send it lack this method.
   */
  sendHints?(links: readonly string[]): boolean;

  /** Whether the client disconnected before the response was complete. */
  readonly gone: boolean;
  /** Calls the listener when the client disconnects, or in a microtask if it already has. */
  onGone(listener: () => void): void;
}
