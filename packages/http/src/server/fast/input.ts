import type { Socket } from 'node:net';

/** Number of bytes of later requests that may be buffered until the current request has been answered. */
const MAX_PENDING = 65_536;

/**
 * The receiving side of a connection. It takes the data from the socket before the socket's stream buffers the data and
 * emits `data`, which would cost more than parsing (figures: docs/performance.md).
 */
export class Input {
  readonly #socket: Socket;
  readonly #receive: (chunk: Buffer) => void;
  /** Data received after the current request. */
  #pending: Buffer[] = [];
  #pendingSize = 0;
  /** Whether the connection currently does not accept data. */
  #isStopped = false;
  #isPaused = false;

  /** @param receive called with each chunk, including chunks that arrive before a pause takes effect */
  constructor(socket: Socket, receive: (chunk: Buffer) => void) {
    this.#socket = socket;
    this.#receive = receive;
    const { push } = socket;
    socket.push = (chunk: Buffer | null): boolean => {
      if (chunk === null) return push.call(socket, null);
      receive(chunk);
      // As in a stream, the socket stops reading after false.
      return !this.#isPaused;
    };
    // Receives data that the stream has already buffered. The listener also makes the stream emit `end`.
    socket.on('data', receive);
  }

  /** Whether reading from the socket is paused. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether data is stored until the response to the current request is complete. */
  get hasPending(): boolean {
    return this.#pendingSize > 0;
  }

  /** Stores data that follows the current request. */
  hold(chunk: Buffer): void {
    this.#pending.push(chunk);
    this.#pendingSize += chunk.length;
    this.#update();
  }

  /**
   * Removes all stored data and returns it as one chunk, because the handler for another protocol receives the rest in
   * one piece.
   */
  takePending(): Buffer {
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingSize = 0;
    return pending.length === 1 ? pending[0]! : Buffer.concat(pending);
  }

  /** Stops or resumes reading. Resumes only if there is room for pending data. */
  setStopped(isStopped: boolean): void {
    this.#isStopped = isStopped;
    this.#update();
  }

  /** Passes the data to the socket's stream again. As in `node:http`, it stops until a `data` listener is added. */
  release(): void {
    const socket = this.#socket;
    Reflect.deleteProperty(socket, 'push');
    socket.off('data', this.#receive);
    (socket as { readableFlowing: boolean | null }).readableFlowing = null;
    if (this.#isPaused) this.#continue();
  }

  #update(): void {
    const isPaused = this.#isStopped || this.#pendingSize > MAX_PENDING;
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (!isPaused) this.#continue();
  }

  #continue(): void {
    // Called here because the stream would not do so: it still waits for the data that it requested first.
    if (!this.#socket.destroyed) this.#socket._read(0);
  }
}
