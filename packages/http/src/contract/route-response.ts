import type { Type } from './type.ts';

/** The documentation of the response with a given status. */
export interface RouteResponse {
  /** Description (default: derived from the route's settings, or else HTTP's reason phrase). */
  readonly description?: string;
  /**
   * The type of the body (default: derived from the route's settings, or else a problem document for errors and no body
   * for other statuses).
   */
  readonly type?: Type;
  readonly headers?: Readonly<Record<string, RouteHeader>>;
  /** Examples of the body, by name. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** The documentation of a response header. */
export interface RouteHeader {
  readonly description?: string;
  /** The type of the value (default: String). */
  readonly type?: Type;
  /** Whether every response with this status has the header. */
  readonly required?: boolean;
}
