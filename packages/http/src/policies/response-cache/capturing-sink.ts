import type { ResponseSink } from '../../contract/response-sink.ts';
import { concatBytes } from '../../exchange/collect-bytes.ts';

/** A copy of a response that was sent. `body` is undefined if it is incomplete or larger than the limit. */
export interface CapturedResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
}

/** Options of a {@link CapturingSink}. */
export interface CaptureOptions {
  /** Maximum size of a body in bytes. */
  readonly maxBody: number;
  /**
   * Called before a response is sent. Returns the headers to send. `body` is undefined if it is not yet complete or is
   * larger than the limit.
   */
  readonly onHead: (status: number, headers: string[], body: Uint8Array | undefined) => string[];
  /** Called once, when the whole response is known or the response has been aborted. */
  readonly onEnd: (captured: CapturedResponse) => void;
}

const encoder = new TextEncoder();

/** Copies a response while it is being sent. */
export class CapturingSink implements ResponseSink {
  readonly #next: ResponseSink;
  readonly #options: CaptureOptions;
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined = undefined;
  #parts: Uint8Array[] | undefined = [];
  #size = 0;

  constructor(next: ResponseSink, options: CaptureOptions) {
    this.#next = next;
    this.#options = options;
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    const bytes = typeof body === 'string' ? encoder.encode(body) : (body ?? new Uint8Array());
    const captured = bytes.byteLength > this.#options.maxBody ? undefined : bytes;
    const head = this.#options.onHead(status, headers, captured);
    this.#options.onEnd({ status, headers, body: captured });
    this.#next.send(status, head, body);
  }

  start(status: number, headers: string[]): void {
    this.#head = { status, headers: [...headers] };
    this.#next.start(status, this.#options.onHead(status, headers, undefined));
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    if (this.#parts !== undefined) {
      // Copied, because the writer may reuse its buffer.
      const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : chunk.slice();
      this.#size += bytes.byteLength;
      if (this.#size > this.#options.maxBody) this.#parts = undefined;
      else this.#parts.push(bytes);
    }
    return this.#next.write(chunk);
  }

  end(): void {
    this.#next.end();
    this.#finish(this.#parts && concatBytes(this.#parts));
  }

  abort(): void {
    this.#finish(undefined);
    this.#next.abort();
  }

  #finish(body: Uint8Array | undefined): void {
    const { status, headers } = this.#head ?? { status: 500, headers: [] };
    this.#options.onEnd({ status, headers, body });
  }
}
