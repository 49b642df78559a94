import type { Socket } from 'node:net';

/** Number of milliseconds for which a client may stop reading a response. */
const STALL_TIMEOUT = 60_000;
/** Maximum number of response characters that are collected before a write. */
const MAX_COLLECTED = 65_536;

/**
 * The sending side of a connection. It collects small responses and limits the time for which a client may stop
 * reading.
 */
export class Output {
  readonly #socket: Socket;
  /** Latin-1 characters that have not been written yet. */
  #collected = '';
  #isCollecting = false;
  /** Writes the head of a streamed response if its first chunk is not ready in this turn of the event loop. */
  #pendingHead: NodeJS.Immediate | undefined = undefined;
  #drained: PromiseWithResolvers<void> | undefined = undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Collects responses until {@link stopCollecting} is called, so that they are written together. */
  startCollecting(): void {
    this.#isCollecting = true;
  }

  stopCollecting(): void {
    this.#isCollecting = false;
    if (this.#pendingHead === undefined) this.flush();
  }

  /** Sends a Latin-1 head and a body of `length` bytes. `onSent` is called when the socket no longer needs the bytes. */
  send(head: string, body: string | Uint8Array, length: number, onSent?: () => void): void {
    // A string with as many bytes as characters is ASCII, so that it can be written together with the head.
    if (typeof body === 'string' && body.length === length) {
      if (!this.#isCollecting && this.#collected === '') this.#socket.write(head + body, 'latin1');
      else {
        this.#collected += head + body;
        if (!this.#isCollecting || this.#collected.length > MAX_COLLECTED) this.flush();
      }
      return;
    }
    this.#writeTogether(head, body, '', onSent);
  }

  /**
   * Sends the head of a streamed response, together with the first chunk if it is ready in this turn of the event loop.
   */
  sendHead(head: string): void {
    this.#collected += head;
    this.#pendingHead ??= setImmediate(() => this.flush());
  }

  /** Writes a chunk of a response. Returns a promise if the client is slower than the writer. */
  write(chunk: string | Uint8Array, before: string, after: string): void | Promise<void> {
    this.#writeTogether(before, chunk, after);
    if (!this.#socket.writableNeedDrain) return undefined;
    this.#socket.setTimeout(STALL_TIMEOUT);
    // All pending writes share one promise, because a handler may write again without waiting.
    return (this.#drained ??= Promise.withResolvers<void>()).promise;
  }

  /**
   * Number of bytes that the operating system has accepted, or undefined if no data is waiting to be sent.
   */
  get acceptedBytes(): number | undefined {
    const { writableLength, bytesWritten } = this.#socket;
    return writableLength === 0 ? undefined : bytesWritten - writableLength;
  }

  flush(): void {
    if (this.#collected === '') return;
    this.#socket.write(this.#takeCollected(), 'latin1');
    this.limitStall();
  }

  /** Limits the time for which the client may stop reading, if data is waiting to be sent. */
  limitStall(): void {
    if (this.#socket.writableLength > 0) this.#socket.setTimeout(STALL_TIMEOUT);
  }

  /** Removes the time limit after the client has read the data. Called at regular intervals. */
  endStall(): void {
    if (this.#socket.timeout === STALL_TIMEOUT) this.#socket.setTimeout(0);
  }

  /** Called when the client has read the waiting data. */
  onDrain(): void {
    this.#socket.setTimeout(0);
    this.#resolveDrained();
  }

  /** Called when the connection is closed. */
  onClose(): void {
    clearImmediate(this.#pendingHead);
    this.#resolveDrained();
  }

  #writeTogether(before: string, chunk: string | Uint8Array, after: string, onSent?: () => void): void {
    const socket = this.#socket;
    const head = this.#takeCollected() + before;
    socket.cork();
    if (head !== '') socket.write(head, 'latin1');
    if (typeof chunk === 'string') socket.write(chunk, 'utf8');
    else socket.write(chunk, onSent);
    if (after !== '') socket.write(after, 'latin1');
    socket.uncork();
  }

  #takeCollected(): string {
    const text = this.#collected;
    this.#collected = '';
    if (this.#pendingHead !== undefined) {
      clearImmediate(this.#pendingHead);
      this.#pendingHead = undefined;
    }
    return text;
  }

  #resolveDrained(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}
