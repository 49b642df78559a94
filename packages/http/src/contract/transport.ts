/**
 * One request and its response, on the Node server, in the fetch handler or in process. All other code is independent
 * of the transport. Parts are created on first access.
 */
export interface Transport {
  readonly method: string;
  /** Path and query as sent, such as `/notes?page=2`. */
  readonly target: string;
  /** Returns a request header. `name` must be in lower case. Repeated headers are joined by `, `, cookies by `; `. */
  header(name: string): string | undefined;
  /** The request headers with names in lower case. */
  headers(): Iterable<[string, string]>;
  /** Scheme and authority, such as `http://localhost:8080`. */
  readonly base: string;
  readonly remoteAddress: string | undefined;

  /**
   * Throws `HttpError` 400 for headers that a proxy in front of this server may have interpreted differently.
   */
  assertValidHead(): void;
  /** Whether the headers announce a body. Content-Length: 0 counts as no body. */
  readonly hasBody: boolean;
  /**
   * Reads the whole body. Rejects with `HttpError` 413 if it exceeds `limit` bytes, with 408 after `time` ms, and with
   * an error if the client disconnects. Returns a body that has already arrived without a promise. May be called once.
   */
  bytes(limit: number, time: number): Uint8Array | Promise<Uint8Array>;
  /** Streams the body as it arrives, with the same limits. May be called once, and not after `bytes`. */
  stream(limit: number, time: number): ReadableStream<Uint8Array>;

  /**
   * Sends the whole response. `headers` is flat: name, value, name, value. Adds Content-Length. Omits the body if the
   * status or method does not allow one.
   */
  send(status: number, headers: string[], body: string | Uint8Array | undefined): void;
  /** Starts a response of unknown length. */
  start(status: number, headers: string[]): void;
  /** Writes a part of the body. Returns a promise if the client reads more slowly than the writer writes. */
  write(chunk: string | Uint8Array): void | Promise<void>;
  /** Completes the response. */
  end(): void;
  /** Aborts a started response, so that the client can detect that it is incomplete. */
  abort(): void;

  /**
   * Passes a request that no route matches to the server's next middleware; undefined if there is none. `headers` are
   * the headers set so far, in the format of `send`.
   */
  readonly leave?: ((headers: readonly string[]) => void) | undefined;

  /** Whether the client disconnected before the response was complete. */
  readonly gone: boolean;
  /** Calls the listener when the client disconnects, or in a microtask if it already has. */
  onGone(listener: () => void): void;
}
