/** The reason why a connection was closed, for `@Context(CloseReason)` in a method with `@OnClose`. */
export class CloseReason {
  /** The code of the close frame: 1005 if the frame has none, and 1006 if there was no frame. */
  readonly code: number;
  /** The reason in the close frame; an empty string if there is none. */
  readonly reason: string;

  constructor(code: number, reason: string) {
    this.code = code;
    this.reason = reason;
  }
}
