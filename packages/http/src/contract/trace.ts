/** The position of a request in a distributed trace, as defined by W3C Trace Context. */
export interface Trace {
  /** 32 hexadecimal digits: the caller's trace ID, or a new one. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the ID of this request's span. */
  readonly spanId: string;
  /** The ID of the caller's span; undefined without a valid `traceparent`. */
  readonly parentId: string | undefined;
  readonly sampled: boolean;
  /** The `traceparent` header for requests made on behalf of this one. */
  readonly traceparent: string;
  /**
   * The `tracestate` header for such requests, as received; undefined if it is missing, if it is longer than 512
   * characters, or without a valid `traceparent`.
   */
  readonly tracestate: string | undefined;
}
