/** Limits on the server resources that one request may use. */
export interface Limits {
  /** Maximum size of a request's body in bytes (default: 1 MiB). A larger body results in 413. */
  readonly body?: number;
  /** Maximum size of a multipart form in bytes, in place of `body` (default: that of its body handler). */
  readonly form?: number;
  /** Maximum number of names in a query or a form (default: 256). More result in 400. */
  readonly names?: number;
  /**
   * Maximum size of one value of a query in bytes, as sent (default: 8192). A longer value results in 400.
   */
  readonly value?: number;
  /** Time in milliseconds in which a body must arrive (default: 30,000). A slower body results in 408. */
  readonly bodyTime?: number;
  /**
   * Time limit for a provider (authentication, authorization) in milliseconds (default: 10,000). Exceeding it
   * results in 503.
   */
  readonly provider?: number;
  /**
   * Milliseconds after which the request's signal aborts and, if nothing was sent, the response is 503. A response that
   * has started and does not end after the abort is cut off. No limit by default.
   */
  readonly time?: number;
}

/** Limits with all defaults applied; only `time` and `form` may be absent. */
export interface DefaultLimits extends Limits {
  readonly body: number;
  readonly bodyTime: number;
  readonly names: number;
  readonly value: number;
  readonly provider: number;
}
