import { IncomingMessage } from 'node:http';

/** Who takes a body as its parts arrive. */
export interface BodyReceiver {
  receive(part: Uint8Array): void;
  /** The whole of it has been taken. */
  end(): void;
  /** The client went away before. */
  abort(error: Error): void;
}

/**
 * A request whose body can go from node's parser straight to who collects it. The stream that node would put between
 * them, with its buffer, events and turns, costs more than reading a small body as JSON.
 */
export class Incoming extends IncomingMessage {
  #receiver: BodyReceiver | undefined = undefined;

  /** False when some of the body has arrived already, which is for the stream to give. */
  divert(taker: BodyReceiver): boolean {
    if (this.complete || this.readableLength > 0 || this.destroyed) return false;
    this.#receiver = taker;
    // Tells node that somebody reads it: else it would read the rest itself once the response is sent.
    this.read(0);
    return true;
  }

  /** What has not arrived yet goes through the stream again, and is there for whoever reads that. */
  stopDiverting(): void {
    this.#receiver = undefined;
  }

  /** Called by node's parser with each part, and with null after the last. */
  override push(part: Uint8Array | null): boolean {
    if (this.#receiver === undefined) return super.push(part);
    if (part === null) this.#receiver.end();
    else this.#receiver.receive(part);
    return true;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#receiver?.abort(error ?? new Error('the client went away while sending the body'));
    super._destroy(error, callback);
  }
}
