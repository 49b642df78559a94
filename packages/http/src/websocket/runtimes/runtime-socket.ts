import { EventEmitter } from 'node:events';
import type { ClientSocket } from '../client-socket.ts';
import type { WebSocketSettings } from '../options.ts';

/** Milliseconds that a client has to answer a close frame, as in `ws`. */
const CLOSE_TIMEOUT = 30_000;

/** Memory that a waiting message needs in addition to its data, approximately, in bytes. */
const MESSAGE_OVERHEAD = 64;

/**
 * A connection that a runtime has accepted for a fetch handler. Runtimes continue to read while a hook runs, so this
 * class stores the messages until they can be handled, and limits their size and number.
 */
export abstract class RuntimeSocket extends EventEmitter implements ClientSocket {
  readonly protocol: string;
  readonly #maxPayload: number;
  readonly #maxWaiting: number;
  /** Messages that wait until reading is resumed. */
  readonly #waiting: (() => void)[] = [];
  /** Emits the event `close`, if it waits until reading is resumed. */
  #waitingClose: (() => void) | undefined;
  #waitingBytes = 0;
  #isPaused = false;
  /** Whether messages are no longer received, because of an error or because the connection has closed. */
  #isEnded = false;
  #hasClosed = false;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;
  #isOpened = false;
  #onOpen: (() => void) | undefined;

  constructor(protocol: string, { maxPayload, maxBufferedAmount }: WebSocketSettings) {
    super();
    this.protocol = protocol;
    this.#maxPayload = maxPayload;
    this.#maxWaiting = maxBufferedAmount;
  }

  abstract get readyState(): number;
  abstract get bufferedAmount(): number;
  abstract send(data: string | Uint8Array, done?: () => void): void;
  /** Sends a close frame with the runtime's function. */
  protected abstract sendClose(code: number, reason: string): void;
  /** Ends the connection with the runtime's function, without waiting for the client. */
  protected abstract destroy(): void;

  /** Calls the function when messages can be sent. */
  whenOpen(listener: () => void): void {
    if (this.#isOpened) listener();
    else this.#onOpen = listener;
  }

  close(code: number = 1000, reason: string = ''): void {
    if (this.#hasClosed || this.#closeTimer !== undefined) return;
    this.sendClose(code, reason);
    // The runtime may have called `receiveClose` meanwhile.
    if (this.#hasClosed) return;
    this.#closeTimer = setTimeout(() => this.terminate(), CLOSE_TIMEOUT);
    // Timers of workers may have no `unref`.
    (this.#closeTimer as Partial<NodeJS.Timeout>).unref?.();
  }

  terminate(): void {
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#isPaused = false;
    this.destroy();
    this.receiveClose(1006, '');
    this.#emitWaitingClose();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    while (!this.#isPaused && this.#waiting.length > 0) this.#waiting.shift()!();
    if (!this.#isPaused) this.#emitWaitingClose();
  }

  /** Called by the runtime's listener when the connection is open. */
  receiveOpen(): void {
    this.#isOpened = true;
    this.#onOpen?.();
  }

  /** Called by the runtime's listener for each message. */
  receiveMessage(message: string | Uint8Array): void {
    if (this.#isEnded) return;
    const isBinary = typeof message !== 'string';
    const data = isBinary
      ? Buffer.from(message.buffer, message.byteOffset, message.byteLength)
      : Buffer.from(message);
    if (data.length > this.#maxPayload) return this.#refuse(1009, 'the message is too large');
    if (!this.#isPaused) return void this.emit('message', data, isBinary);
    const size = data.length + MESSAGE_OVERHEAD;
    if (this.#waitingBytes + size > this.#maxWaiting) {
      return this.#refuse(1008, 'messages arrive faster than they are handled');
    }
    this.#waitingBytes += size;
    this.#waiting.push(() => {
      this.#waitingBytes -= size;
      this.emit('message', data, isBinary);
    });
  }

  /** Called by the runtime's listener when the connection has closed; Deno's code may be 0. */
  receiveClose(code: number, reason: string): void {
    if (this.#hasClosed) return;
    this.#hasClosed = true;
    this.#isEnded = true;
    clearTimeout(this.#closeTimer);
    const emitClose = (): void => void this.emit('close', code || 1006, Buffer.from(reason));
    if (this.#isPaused) this.#waitingClose = emitClose;
    else emitClose();
  }

  #emitWaitingClose(): void {
    const emitClose = this.#waitingClose;
    this.#waitingClose = undefined;
    emitClose?.();
  }

  /** Stops receiving messages and closes the connection. */
  #refuse(code: number, reason: string): void {
    this.#isEnded = true;
    this.close(code, reason);
  }
}
