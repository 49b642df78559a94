import { HttpError } from '@writ/http';

/** 401 with WWW-Authenticate: nobody knows who asks. */
export class AccessDenied extends HttpError {
  /** `challenge` is what the client is asked for. */
  constructor(detail = 'authentication required', challenge = 'Bearer realm="writ"') {
    super('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
    this.name = 'AccessDenied';
  }
}

/** 403: it is known who asks, and it is not allowed. */
export class Forbidden extends HttpError {
  constructor(detail?: string) {
    super('forbidden', detail === undefined ? {} : { detail });
    this.name = 'Forbidden';
  }
}
