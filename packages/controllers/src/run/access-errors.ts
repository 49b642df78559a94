import { HttpError } from '@writ/http';

/** 401 with WWW-Authenticate: the request is not authenticated. */
export class AccessDenied extends HttpError {
  /** @param challenge the value of WWW-Authenticate */
  constructor(detail = 'authentication required', challenge = 'Bearer realm="writ"') {
    super('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
    this.name = 'AccessDenied';
  }
}

/** 403: the user is authenticated but not authorized. */
export class Forbidden extends HttpError {
  constructor(detail?: string) {
    super('forbidden', detail === undefined ? {} : { detail });
    this.name = 'Forbidden';
  }
}
