import { HttpError, type ValueError } from './http-error.ts';

/** No route matches the path. Not-found handlers handle it, but not a 404 that a handler throws. */
export class NoRoute extends HttpError {
  /** `errors`: why the path does not match, with the other errors of the request. */
  constructor(errors?: readonly ValueError[]) {
    super('not-found', errors === undefined ? {} : { errors });
  }
}
