import { HttpError } from './http-error.ts';

/** No route is there for the path. Not-found handlers answer it, and not a 404 that a handler throws. */
export class NoRoute extends HttpError {
  constructor() {
    super('not-found');
  }
}
