/**
 * Receives the status, headers and body of a response: a transport, or a wrapper that changes the response on its way
 * to the transport. `headers` is flat: name, value, name, value, with names in lower case.
 */
export interface ResponseSink {
  /**
   * Sends the whole response. Adds Content-Length, and omits the body if the status or method does not allow one.
   * A transport may call `onSent`, which must not throw, when it no longer needs the bytes of the body, even if they could
   * not be sent.
   */
  send(status: number, headers: string[], body: string | Uint8Array | undefined, onSent?: () => void): void;
  /** Starts a response whose body is then written in parts. */
  start(status: number, headers: string[]): void;
  /** Writes a part of the body. Returns a promise if the client reads more slowly than the writer writes. */
  write(chunk: string | Uint8Array): void | Promise<void>;
  /** Completes the response. */
  end(): void;
  /** Aborts a started response, so that the client can detect that it is incomplete. */
  abort(): void;
}
