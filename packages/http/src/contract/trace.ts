/** The position of a request in a distributed trace, as in W3C Trace Context. */
export interface Trace {
  /** 32 hexadecimal digits: the caller's, or new. */
  readonly traceId: string;
  /** 16 hexadecimal digits: this request's own. */
  readonly spanId: string;
  /** The caller's span; undefined when it sent no valid `traceparent`. */
  readonly parentId: string | undefined;
  readonly sampled: boolean;
  /** The header for requests made on behalf of this one. */
  readonly traceparent: string;
  /** Goes with it, as it came. */
  readonly tracestate: string | undefined;
}
