/** Limits on the server resources that one request may use. */
export interface Limits {
  /** Maximum size of a request body in bytes (default: 1 MiB). A larger body results in 413. */
  readonly body?: number;
  /** Maximum size of a multipart form in bytes, which replaces `body` for forms (default: the body handler's). */
  readonly form?: number;
  /** Maximum number of names in a query or a form (default: 256). More names result in 400. */
  readonly names?: number;
  /** Maximum size of a query value in bytes, as sent (default: 8192). A longer value results in 400. */
  readonly value?: number;
  /** Time limit in milliseconds for a body to arrive (default: 30,000). A slower body results in 408. */
  readonly bodyTime?: number;
  /**
   * Time limit in milliseconds for a provider, such as an authentication provider (default: 10,000). A slower provider
   * results in 503.
   */
  readonly provider?: number;
  /**
   * Time limit in milliseconds for the response (default: none). At the limit, the request's signal is aborted. If the
   * response has not started, it is 503; if it has started but does not end after the abort, it is cut off.
   */
  readonly time?: number;
}

/** Limits with all defaults applied. Only `time` and `form` may be absent. */
export interface DefaultLimits extends Limits {
  readonly body: number;
  readonly bodyTime: number;
  readonly names: number;
  readonly value: number;
  readonly provider: number;
}
