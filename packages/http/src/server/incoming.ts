import { IncomingMessage } from 'node:http';
import type { BodyReceiver, BodySource } from './body-source.ts';

/**
 * A request that can pass its body directly from Node's parser to a receiver. Otherwise, the body would pass through a
 * Node stream, whose buffer and events cost more than parsing a small body as JSON (test: incoming.test.ts, figures:
 * bench/http).
 */
export class Incoming extends IncomingMessage implements BodySource {
  #receiver: BodyReceiver | undefined = undefined;

  /**
   * Passes the body to the receiver instead of the stream. If the body has arrived completely, the stream contains part
   * of it, or the request is destroyed, the receiver is connected to the stream.
   */
  divert(receiver: BodyReceiver): void {
    if (this.complete || this.readableLength > 0 || this.destroyed) {
      new StreamSource(this).divert(receiver);
      return;
    }
    this.#receiver = receiver;
    // Marks the request as being read. Otherwise, Node would discard the rest of the body after the response.
    this.read(0);
  }

  /** Passes the rest of the body to the stream again. */
  stopDiverting(): void {
    this.#receiver = undefined;
  }

  /** Called by Node's parser with each chunk, and finally with null. */
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

/** The body of a request, received through the events of its stream. */
class StreamSource implements BodySource {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  divert(receiver: BodyReceiver): void {
    const request = this.#request;
    // If the client disconnects while sending, the stream emits 'error'.
    request.on('data', (part: Uint8Array) => receiver.receive(part));
    request.on('end', () => receiver.end());
    request.on('error', (error: Error) => receiver.abort(error));
    if (request.destroyed) receiver.abort(new Error('the client disconnected while sending the body'));
  }

  stopDiverting(): void {}
}

/** Returns the body of any `node:http` request. */
export function bodySourceOf(request: IncomingMessage): BodySource {
  return request instanceof Incoming ? request : new StreamSource(request);
}
