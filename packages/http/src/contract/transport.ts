/**
 * One request and its response as seen by a transport: the Node server, the fetch handler, or in-process inject. All
 * code above is the same for all three; parts are built when they are first read.
 */
export interface Transport {
  readonly method: string;
  /** Path and query as sent, such as `/notes?page=2`. */
  readonly target: string;
  /** A request header; `name` in lower case. Repeats are joined by `, ` (cookies by `; `). */
  header(name: string): string | undefined;
  /** Names in lower case. */
  headers(): Iterable<[string, string]>;
  /** Scheme and authority, such as `http://localhost:8080`. */
  readonly base: string;
  readonly remoteAddress: string | undefined;

  /** Throws `HttpError` 400 for headers that servers before this one may have read in another way. */
  assertValidHead(): void;
  /** Whether a body was announced; a Content-Length of 0 counts as none. */
  readonly hasBody: boolean;
  /** The whole body. Fails with `HttpError` 413 past `limit` bytes, 408 past `time` ms, and when the client is gone. Once. */
  bytes(limit: number, time: number): Promise<Uint8Array>;
  /** The body as it arrives, under the same limit. Once, and not after `bytes`. */
  stream(limit: number, time: number): ReadableStream<Uint8Array>;

  /**
   * The whole response at once. `headers` is flat: name, value, name, value; Content-Length is added. A status or method
   * that has no body gets none.
   */
  send(status: number, headers: string[], body: string | Uint8Array | undefined): void;
  /** Starts a response of unknown length. */
  start(status: number, headers: string[]): void;
  /** Gives a promise when the client is slower than the writer. */
  write(chunk: string | Uint8Array): void | Promise<void>;
  /** Completes the response. */
  end(): void;
  /** Aborts a started response so that the client sees it is incomplete. */
  abort(): void;

  /**
   * Leaves a request whose path no route has to the server's middleware after the router, if there is any; `headers`, as
   * for `send`, are those of the response so far.
   */
  readonly leave?: ((headers: readonly string[]) => void) | undefined;

  /** Whether the client disconnected before the response was complete. */
  readonly gone: boolean;
  /** Calls once the client is gone; at once when it is gone already. */
  onGone(listener: () => void): void;
}
