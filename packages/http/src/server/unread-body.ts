const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Limits the rest of a body, which is read and dropped after the request has been answered. If the connection were
 * closed immediately, a client that is still sending would not receive the response, such as 401 or 413.
 */
export class UnreadBody {
  readonly #close: () => void;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined = undefined;

  /** @param close called if the rest exceeds a limit */
  constructor(close: () => void) {
    this.#close = close;
  }

  /** Starts the time limit, unless it is running. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#bytes = 0;
    this.#timer = setTimeout(this.#close, MAX_MS).unref();
  }

  receive(part: Uint8Array): void {
    this.#bytes += part.byteLength;
    if (this.#bytes > MAX_BYTES) this.#close();
  }

  /** Called when the body has arrived completely, and when the connection is closed. */
  end(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
