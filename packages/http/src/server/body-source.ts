/** Receives the parts of a body as they arrive. */
export interface BodyReceiver {
  receive(part: Uint8Array): void;
  /** Called after the last part. */
  end(): void;
  /** Called if the client disconnects before the last part. */
  abort(error: Error): void;
}

/** The body of a request as a transport receives it. */
export interface BodySource {
  /** Sends the parts to the receiver. */
  divert(receiver: BodyReceiver): void;
  /** Stops sending parts, because the rest of the body is not needed. */
  stopDiverting(): void;
}
