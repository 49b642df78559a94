import { redirect } from '../result/content.ts';

/**
 * Thrown to end a handler with a result, from however deep: `throw new Stop(note)`. No failure: it is answered like what
 * a handler returns, and neither `after` nor `onError` sees it.
 */
export class Stop extends Error {
  readonly result: unknown;

  constructor(result?: unknown) {
    super('the handler was stopped with a result');
    this.name = 'Stop';
    this.result = result;
  }
}

/** Thrown to send the client elsewhere: `throw new Redirect('/login', 303)`. */
export class Redirect extends Stop {
  constructor(location: string | URL, status: 301 | 302 | 303 | 307 | 308 = 302) {
    super(redirect(location, status));
    this.name = 'Redirect';
  }
}
