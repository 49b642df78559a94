import { OPEN } from '../client-socket.ts';
import type { WebSocketSettings } from '../options.ts';
import { RuntimeSocket } from './runtime-socket.ts';

/** Milliseconds between checks of whether a connection's data has been sent. */
const DRAIN_INTERVAL = 10;

/** The server's end of a connection on Deno and Cloudflare Workers: an object with the interface of browsers. */
export class WebSocketAdapter extends RuntimeSocket {
  readonly #socket: WebSocket;
  /** Functions to call when all data has been sent. */
  #sending: (() => void)[] = [];

  constructor(socket: WebSocket, settings: WebSocketSettings, protocol: string) {
    super(protocol, settings);
    this.#socket = socket;
    // Otherwise, bytes arrive as a Blob, which can be read only asynchronously.
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.receiveOpen());
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
      this.receiveMessage(typeof data === 'string' ? data : new Uint8Array(data)),
    );
    socket.addEventListener('close', ({ code, reason }) => {
      // Workers do not answer a close frame themselves; elsewhere, the call has no effect.
      if (code === 1000 || code >= 3000) socket.close(code, reason);
      else socket.close();
      this.receiveClose(code, reason);
    });
    // In workers, the event `close` does not follow.
    socket.addEventListener('error', () => this.receiveClose(1006, ''));
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  get bufferedAmount(): number {
    // Workers do not have the property.
    return (this.#socket.bufferedAmount as number | undefined) ?? 0;
  }

  send(data: string | Uint8Array, done?: () => void): void {
    this.#socket.send(data as string);
    if (done === undefined) return;
    if (this.bufferedAmount === 0) return done();
    if (this.#sending.push(done) === 1) this.#waitUntilSent();
  }

  /** There is no event for it. */
  #waitUntilSent(): void {
    if (this.readyState === OPEN && this.bufferedAmount > 0) {
      setTimeout(() => this.#waitUntilSent(), DRAIN_INTERVAL);
      return;
    }
    for (const done of this.#sending.splice(0)) done();
  }

  protected sendClose(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** The interface has no function that ends a connection immediately. */
  protected destroy(): void {
    this.#socket.close();
  }
}
