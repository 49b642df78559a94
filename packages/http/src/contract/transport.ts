/**
 * One request and its response in a transport: the Node server, the fetch handler, or in-process inject. All
 * other code is the same for the three. Parts are built when they are first read.
 */
export interface Transport {
  readonly method: string;
  /** Path and query as sent, such as `/notes?page=2`. */
  readonly target: string;
  /**
   * A request header; `name` must be in lower case. Repeated headers are joined by `, ` (cookies by `; `).
   */
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
  /** Whether a body was announced; a Content-Length of 0 counts as none. */
  readonly hasBody: boolean;
  /**
   * The whole body. Rejects with `HttpError` 413 above `limit` bytes, with 408 after `time` ms, and if the
   * client disconnects. Can be called once.
   */
  bytes(limit: number, time: number): Promise<Uint8Array>;
  /** The body as it arrives, with the same limits. Can be called once, and not after `bytes`. */
  stream(limit: number, time: number): ReadableStream<Uint8Array>;

  /**
   * Sends the whole response. `headers` is flat: name, value, name, value. Content-Length is added. The body
   * is omitted for a status or method that does not allow one.
   */
  send(status: number, headers: string[], body: string | Uint8Array | undefined): void;
  /** Starts a response of unknown length. */
  start(status: number, headers: string[]): void;
  /** Writes a part of the body. Returns a promise if the client is slower than the writer. */
  write(chunk: string | Uint8Array): void | Promise<void>;
  /** Completes the response. */
  end(): void;
  /** Aborts a started response so that the client sees that it is incomplete. */
  abort(): void;

  /**
   * Passes a request whose path no route has to the server's next middleware; undefined if there is none.
   * `headers`, in the format of `send`, are those set so far.
   */
  readonly leave?: ((headers: readonly string[]) => void) | undefined;

  /** Whether the client disconnected before the response was complete. */
  readonly gone: boolean;
  /** Calls the listener when the client disconnects, or immediately if it already has. */
  onGone(listener: () => void): void;
}
