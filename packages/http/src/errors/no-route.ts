import { HttpError, type ValueError } from './http-error.ts';

/**
 * Thrown if no route matches the path. Not-found handlers handle this error, but not a 404 that a route's handler
 * throws.
 */
export class NoRoute extends HttpError {
  /** `errors`: the reasons why the path does not match, and all other issues in the request. */
  constructor(errors?: readonly ValueError[]) {
    // The error has no stack, because a stack would refer only to the router, and recording one takes 5 µs.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super('not-found', errors === undefined ? {} : { errors });
    Error.stackTraceLimit = stackTraceLimit;
  }
}
