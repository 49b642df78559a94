import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';

/** Number of milliseconds for which a client may stop reading a response. After this time, the stream is reset. */
const STALL_TIMEOUT = 60_000;

/** Error code with which HTTP/2 cancels a request (RFC 9113, section 7). */
const CANCEL = 8;

/**
 * Number of bytes that are passed to a stream at once. Node counts them against the limit `maxSessionMemory` until the
 * client has received them, and refuses new requests on the connection when the limit is reached.
 */
const PIECE = 65_536;

/**
 * The body of a response over HTTP/2. Large bodies are passed to the stream in pieces, as fast as the client reads, and
 * the time for which the client may stop reading is limited.
 */
export class ResponseOutput {
  readonly #response: Http2ServerResponse;
  readonly #stream: ServerHttp2Stream;
  /** Data that has been written, but not passed to the stream. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writtenBytes = 0;
  /** Set while a write waits for a client that reads more slowly than the handler writes. */
  #drained: PromiseWithResolvers<void> | undefined = undefined;
  #isListening = false;
  #isEnded = false;

  constructor(response: Http2ServerResponse, stream: ServerHttp2Stream) {
    this.#response = response;
    this.#stream = stream;
  }

  /** Writes a chunk. Returns a promise if the client is slower than the writer. */
  write(chunk: string | Uint8Array): void | Promise<void> {
    const length = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    this.#writtenBytes += length;
    if (length <= PIECE && this.#waiting.length === 0) {
      if (this.#response.write(chunk as string)) return undefined;
    } else {
      this.#waiting.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      this.#waitingBytes += length;
      if (this.#pass()) return undefined;
    }
    this.#listen();
    // All pending writes share one promise, because a handler may write again without waiting.
    return (this.#drained ??= Promise.withResolvers<void>()).promise;
  }

  /** Ends the body after a last chunk. */
  end(chunk?: string | Uint8Array): void {
    if (chunk !== undefined) {
      const length = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
      if (length <= PIECE && this.#waiting.length === 0) return void this.#response.end(chunk as string);
      void this.write(chunk);
    }
    this.#isEnded = true;
    if (this.#waiting.length === 0) this.#response.end();
  }

  /** Limits the time for which the client may stop reading, if data is waiting to be sent. */
  limitStall(): void {
    const stream = this.#stream;
    if (stream.writableLength === 0 && this.#waiting.length === 0) return;
    if (stream.listenerCount('timeout', cancelStalled) === 0) stream.on('timeout', cancelStalled);
    stream.setTimeout(STALL_TIMEOUT);
  }

  /** Number of bytes that the connection has accepted, or undefined if no data is waiting to be sent. */
  get acceptedBytes(): number | undefined {
    const unsent = this.#stream.writableLength + this.#waitingBytes;
    return unsent === 0 ? undefined : this.#writtenBytes - unsent;
  }

  /** Passes waiting data to the stream until it is full. Returns whether there is room for more. */
  #pass(): boolean {
    let hasRoom = true;
    while (hasRoom && this.#waiting.length > 0) {
      const first = this.#waiting[0]!;
      const piece = first.subarray(0, PIECE);
      if (piece.length < first.length) this.#waiting[0] = first.subarray(PIECE);
      else this.#waiting.shift();
      this.#waitingBytes -= piece.length;
      hasRoom = this.#response.write(piece);
    }
    return hasRoom;
  }

  #listen(): void {
    this.limitStall();
    if (this.#isListening) return;
    this.#isListening = true;
    // The compression middleware of Express emits `drain` on the response when the compressor accepts data again.
    this.#response.on('drain', () => this.#continue());
    this.#stream.once('close', () => {
      this.#waiting = [];
      this.#settle();
    });
  }

  /** Called when the stream accepts data again. */
  #continue(): void {
    if (this.#stream.destroyed || this.#stream.closed) return;
    const hasRoom = this.#pass();
    if (this.#isEnded && this.#waiting.length === 0) {
      this.#isEnded = false;
      this.#response.end();
    }
    if (!hasRoom) return this.limitStall();
    this.#stream.setTimeout(0);
    this.#settle();
  }

  #settle(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}

function cancelStalled(this: ServerHttp2Stream): void {
  this.close(CANCEL);
}
