import { IncomingMessage } from 'node:http';

/** Receives the parts of a body as they arrive. */
export interface BodyReceiver {
  receive(part: Uint8Array): void;
  /** Called once after the last part. */
  end(): void;
  /** Called if the client disconnects before the last part. */
  abort(error: Error): void;
}

/**
 * A request that can pass its body directly from Node's parser to a receiver. Without it, the body
 * passes through a Node stream, whose buffer and events cost more than parsing a small body as JSON
 * (test: incoming.test.ts, figures: bench/http).
 */
export class Incoming extends IncomingMessage {
  #receiver: BodyReceiver | undefined = undefined;

  /**
   * Sends the body to the receiver instead of the stream. Returns false if the stream already
   * contains part of it.
   */
  divert(receiver: BodyReceiver): boolean {
    if (this.complete || this.readableLength > 0 || this.destroyed) return false;
    this.#receiver = receiver;
    // Marks the request as being read; otherwise Node would discard the rest of the body after the response.
    this.read(0);
    return true;
  }

  /** Sends the rest of the body through the stream again. */
  stopDiverting(): void {
    this.#receiver = undefined;
  }

  /** Called by Node's parser with each part, then with null. */
  override push(part: Uint8Array | null): boolean {
    if (this.#receiver === undefined) return super.push(part);
    if (part === null) this.#receiver.end();
    else this.#receiver.receive(part);
    return true;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#receiver?.abort(error ?? new Error('the client disconnected while sending the body'));
    super._destroy(error, callback);
  }
}
