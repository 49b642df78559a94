/** What a client may make the server spend. */
export interface Limits {
  /** Bytes of a request's body; 1 MiB when nobody says else. More is 413. */
  readonly body?: number;
  /** Bytes of a multipart form, in place of `body`; what its body handler says when nobody says else. */
  readonly form?: number;
  /** How many names a query or a form may have; 256 when nobody says else. More is 400. */
  readonly names?: number;
  /** Bytes of one value of a query, as sent; 8192 when nobody says else. More is 400. */
  readonly value?: number;
  /** Milliseconds that a body may take to arrive; 30 s when nobody says else. Longer is 408. */
  readonly bodyTime?: number;
  /** Milliseconds that a provider (authentication, authorisation) may take; 10 s when nobody says else. Longer is 503. */
  readonly provider?: number;
  /**
   * Milliseconds until the request's signal aborts and, when nothing was sent yet, 503 is answered; a response that has
   * begun, and does not end when it is told, is broken off. None by default.
   */
  readonly time?: number;
}

/** Limits with nothing left open but `time`, which is none unless set, and `form`. */
export interface DefaultLimits extends Limits {
  readonly body: number;
  readonly bodyTime: number;
  readonly names: number;
  readonly value: number;
  readonly provider: number;
}
