/** Limits on the resources of the server that one request may use. */
export interface Limits {
  /** Maximum size of a request's body in bytes (default: 1 MiB). A larger one is 413. */
  readonly body?: number;
  /** Maximum size of a multipart form in bytes, in place of `body` (default: that of its body handler). */
  readonly form?: number;
  /** Maximum number of names in a query or a form (default: 256). More are 400. */
  readonly names?: number;
  /** Maximum size of one value of a query in bytes, as sent (default: 8192). A longer one is 400. */
  readonly value?: number;
  /** Time in milliseconds in which a body must arrive (default: 30 s). A slower one is 408. */
  readonly bodyTime?: number;
  /**
   * Time limit for a provider (authentication, authorization) in milliseconds (default: 10 s). After it, the response
   * is 503.
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
