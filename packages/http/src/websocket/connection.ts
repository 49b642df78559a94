import type { RoutingContext } from '../contract/context.ts';
import { ConstraintException } from '../binding/validation/constraint.ts';
import { HttpError } from '../errors/http-error.ts';
import { toJson } from '../writing/result-forms.ts';
import { OPEN, type ClientSocket } from './client-socket.ts';
import type { WebSocketHooks } from './hooks.ts';
import type { WebSocketSettings } from './options.ts';

/** Maximum length of the reason in a close frame, in bytes. */
const MAX_REASON = 123;

/** A WebSocket connection of a client. */
export class WebSocketConnection {
  /** The context of the request that opened the connection: its headers, the user, shared data. */
  readonly context: RoutingContext;
  readonly #socket: ClientSocket;
  readonly #hooks: WebSocketHooks<any>;
  readonly #settings: WebSocketSettings;
  /** Calls of hooks that wait for the current one. Reading is paused meanwhile, so there are few. */
  readonly #waiting: (() => void | Promise<void>)[] = [];
  /** Resolves when the hook `close` has settled. */
  readonly #ended = Promise.withResolvers<void>();
  #isRunning = false;
  #isAlive = true;
  #messages = 0;
  #countedSince = 0;

  /** @internal */
  constructor(
    socket: ClientSocket,
    hooks: WebSocketHooks<any>,
    settings: WebSocketSettings,
    context: RoutingContext,
  ) {
    this.context = context;
    this.#socket = socket;
    this.#hooks = hooks;
    this.#settings = settings;
    const setAlive = (): void => void (this.#isAlive = true);
    socket.on('ping', setAlive);
    socket.on('pong', setAlive);
    // ws closes the connection with the code for the error.
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', (code: number, reason: Buffer) => {
      this.#run(async () => {
        try {
          await hooks.close?.(this, code, String(reason));
        } finally {
          this.#ended.resolve();
        }
      });
    });
    this.#run(() => hooks.open?.(this));
  }

  /** The subprotocol that was selected; an empty string if there is none. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** Whether messages can be sent. */
  get isOpen(): boolean {
    return this.#socket.readyState === OPEN;
  }

  /** Number of bytes waiting to be sent. */
  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  /**
   * Sends a message: a string as text, bytes as a binary message, and any other value as JSON. The promise resolves
   * when the operating system has accepted the message, or the connection has closed; it never rejects. If earlier
   * messages are waiting and more bytes than `maxBufferedAmount` would wait to be sent, the client is disconnected
   * instead. Throws `TypeError` for a value that JSON cannot represent.
   */
  send(message: unknown): Promise<void> {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array;
    const data = isRaw ? message : toJson(this.context.toolkit.json, message);
    if (!this.isOpen) return Promise.resolve();
    const { bufferedAmount } = this.#socket;
    const size = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
    if (bufferedAmount > 0 && bufferedAmount + size > this.#settings.maxBufferedAmount) {
      const { logger } = this.context.toolkit;
      logger.warn({ path: this.context.request.path, bufferedAmount }, 'a WebSocket client reads too slowly');
      this.#socket.terminate();
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#socket.send(data, () => resolve()));
  }

  /**
   * Closes the connection with a code, usually 1000 or 3000 to 4999, and a reason.
   *
   * @throws RangeError if a close frame cannot contain the code, or the reason is longer than 123 bytes
   */
  close(code: number = 1000, reason: string = ''): void {
    assertCloseCode(code);
    assertReason(reason);
    this.#socket.close(code, reason);
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }

  /**
   * Closes the connection because the server is closing, which waits for the hook `close`.
   *
   * @internal
   */
  shutDown(): void {
    this.close(1001, 'the server is shutting down');
    this.context.toolkit.background.run(
      'WebSocket connection',
      () => this.#ended.promise,
      () => {},
    );
  }

  /**
   * Called at regular intervals. Sends a ping if nothing has arrived since the last call, and ends the connection if
   * nothing has arrived since the ping.
   *
   * @internal
   */
  checkIdle(): void {
    if (this.#socket.ping === undefined) return;
    // While a hook runs, nothing is read.
    if (this.#isAlive || this.#isRunning) {
      this.#isAlive = false;
      this.#isPinged = false;
    } else if (this.#isPinged) this.#socket.terminate();
    else {
      this.#isPinged = true;
      if (this.isOpen) this.#socket.ping();
    }
  }

  #isPinged = false;

  #receive(data: Buffer, isBinary: boolean): void {
    this.#isAlive = true;
    if (!this.#countMessage()) return;
    this.#run(() => this.#handle(data, isBinary));
  }

  /** Returns false, and closes the connection, if the client sends too many messages. */
  #countMessage(): boolean {
    const now = performance.now();
    if (now - this.#countedSince >= 1_000) {
      this.#countedSince = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages <= this.#settings.maxMessageRate) return true;
    this.close(1008, 'too many messages');
    return false;
  }

  async #handle(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.#hooks.message === undefined) return;
    const value = await this.#settings.readMessage(data, isBinary, this.context.toolkit.json);
    await this.#hooks.message(this, value);
  }

  /** Calls a hook when the earlier ones have settled. A shutdown waits for it. */
  #run(call: () => void | Promise<void>): void {
    this.#waiting.push(call);
    if (this.#isRunning) {
      this.#socket.pause();
      return;
    }
    this.#isRunning = true;
    const { background, logger } = this.context.toolkit;
    background.run(
      'WebSocket hook',
      () => this.#runWaiting(),
      (error) => logger.error({ error }, 'a WebSocket hook failed'),
    );
  }

  async #runWaiting(): Promise<void> {
    for (let call = this.#waiting.shift(); call !== undefined; call = this.#waiting.shift()) {
      try {
        await call();
      } catch (error) {
        await this.#fail(error);
      }
    }
    this.#isRunning = false;
    this.#socket.resume();
  }

  async #fail(error: unknown): Promise<void> {
    const { error: handle } = this.#hooks;
    let unhandled = error;
    if (handle !== undefined) {
      try {
        await handle.call(this.#hooks, this, error);
        return;
      } catch (thrown) {
        unhandled = thrown;
      }
    }
    if (unhandled instanceof HttpError && unhandled.status < 500) {
      this.close(unhandled instanceof ConstraintException ? 1007 : 1008, shorten(unhandled.message));
      return;
    }
    const { request, toolkit } = this.context;
    toolkit.logger.error({ error: unhandled, path: request.path }, 'a WebSocket hook failed');
    this.close(1011, 'internal error');
  }
}

/** @throws RangeError unless a close frame may contain the code, as in `ws` */
function assertCloseCode(code: number): void {
  const isStandard = code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code);
  if (Number.isInteger(code) && (isStandard || (code >= 3000 && code <= 4999))) return;
  throw new RangeError(
    `the code of a close frame must be 1000 to 1003, 1007 to 1014 or 3000 to 4999, not ${String(code)}`,
  );
}

/** @throws RangeError if a close frame has no space for the reason */
function assertReason(reason: string): void {
  const length = Buffer.byteLength(reason);
  if (length <= MAX_REASON) return;
  throw new RangeError(`the reason of a close frame must have at most ${MAX_REASON} bytes, not ${length}`);
}

/** Shortens a text to the length of a reason, without a part of a character at the end. */
function shorten(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_REASON) return text;
  return bytes.subarray(0, MAX_REASON).toString().replace(/�+$/, '');
}
