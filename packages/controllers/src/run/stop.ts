import { redirect } from '../result/content.ts';

/**
 * Ends a handler with a result from any depth of the call stack: `throw new Stop(note)`. The result is sent as if the
 * handler had returned it; `after` and `onError` are not called.
 */
export class Stop extends Error {
  readonly result: unknown;

  constructor(result?: unknown) {
    super('the handler was stopped with a result');
    this.name = 'Stop';
    this.result = result;
  }
}

/** Ends a handler with a redirect: `throw new Redirect('/login', 303)`. */
export class Redirect extends Stop {
  constructor(location: string | URL, status: 301 | 302 | 303 | 307 | 308 = 302) {
    super(redirect(location, status));
    this.name = 'Redirect';
  }
}
