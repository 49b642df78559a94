/** Receives the chunks of a body as they arrive. */
export interface BodyReceiver {
  receive(part: Uint8Array): void;
  /** Called after the last chunk. */
  end(): void;
  /** Called if the client disconnects before the last chunk. */
  abort(error: Error): void;
}

/** The body of a request that a transport receives. */
export interface BodySource {
  /** Passes the chunks to the receiver. */
  divert(receiver: BodyReceiver): void;
  /** Stops passing chunks to the receiver, because the rest of the body is not needed. */
  stopDiverting(): void;
}
