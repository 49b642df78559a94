import type { ByteSize } from '../protocol/byte-size.ts';

/** Limits on the server resources that one request may use. */
export interface Limits {
  /**
   * Maximum size of a request body: a number of bytes, or a string such as `10MB` (default: 1 MiB). A larger body
   * results in 413.
   */
  readonly body?: ByteSize;
  /**
   * Maximum size of a multipart form, which is used for such forms instead of `body` (default: the limit of the body
   * handler).
   */
  readonly form?: ByteSize;
  /** Maximum number of names in a query or a form (default: 256). More names result in 400. */
  readonly names?: number;
  /** Maximum size of a query value in bytes, as sent (default: 8192). A longer value results in 400. */
  readonly value?: ByteSize;
  /** Time limit in milliseconds for a body to arrive (default: 30,000). A slower body results in 408. */
  readonly bodyTime?: number;
  /**
   * Time limit in milliseconds for a provider, such as an authentication provider (default: 10,000). A slower provider
   * results in 503.
   */
  readonly provider?: number;
  /**
   * Time limit in milliseconds for the response (default: none). When the limit is reached, the request's signal is
   * aborted. If the response has not started by then, the client receives a 503; if it has started but does not end
   * shortly afterwards, it is cut off.
   */
  readonly time?: number;
}

/** Limits as numbers of bytes, milliseconds or names. */
export type LimitValues = { readonly [K in keyof Limits]: number };

/** Limits with all defaults applied. Only `time` and `form` may be unset. */
export interface DefaultLimits extends LimitValues {
  readonly body: number;
  readonly bodyTime: number;
  readonly names: number;
  readonly value: number;
  readonly provider: number;
}
