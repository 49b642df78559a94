/**
 * Where a worker thread finds a handler that would hold the event loop. A thread clones the arguments and the result: instances of classes arrive
 * as plain objects, all but `HttpError`, `RestResponse` and the errors of the language.
 */
export interface Blocking {
  /** URL of the module that defines it, as `import.meta.url` gives it there. The module does nothing but define. */
  readonly module: string;
  /** The name under which the module exports the class, or the function itself. */
  readonly name: string;
  /** The method of the class, of which each thread makes one object by `new` without arguments. */
  readonly method?: string;
}

/** Begins a call in a thread; one at a time. */
export interface WorkerCall {
  readonly kind: 'call';
  readonly blocking: Blocking;
  readonly args: readonly unknown[];
  /** Which of the arguments are the request's AbortSignal, that cannot be cloned. */
  readonly signals: readonly number[];
  /** The router has other blocking routes. */
  readonly shared: boolean;
}
