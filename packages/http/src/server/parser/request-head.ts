import type { HeaderFields } from './header-fields.ts';

/** A request line and headers. */
export class RequestHead {
  readonly method: string;
  readonly target: string;
  /**
   * The minor version of HTTP/1. It is 0 for HTTP/0.9 and HTTP/2.0, because `node:http` responds to them as to
   * HTTP/1.0.
   */
  readonly minor: number;
  /** Bits of {@link HEAD_FLAGS}. */
  readonly flags: number;
  readonly fields: HeaderFields;

  constructor(method: string, target: string, minor: number, flags: number, fields: HeaderFields) {
    this.method = method;
    this.target = target;
    this.minor = minor;
    this.flags = flags;
    this.fields = fields;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** Returns the value of a header by its lower-case name, or undefined if the header is missing. */
  get(name: string): string | undefined {
    return this.fields.get(name);
  }

  /** Returns all headers, with names in lower case. */
  entries(): Iterable<[string, string]> {
    return this.fields.entries();
  }
}
