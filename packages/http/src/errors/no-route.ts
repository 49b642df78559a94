import { HttpError, type ValueError } from './http-error.ts';

/** No route is there for the path. Not-found handlers answer it, and not a 404 that a handler throws. */
export class NoRoute extends HttpError {
  /** What keeps the path from fitting, together with what else is wrong with the request. */
  constructor(errors?: readonly ValueError[]) {
    super('not-found', errors === undefined ? {} : { errors });
  }
}
