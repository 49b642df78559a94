/**
 * Where a worker thread finds a handler that would hold the event loop. A thread clones the arguments and the result;
 * instances of classes that both threads find arrive as such.
 */
export interface Blocking {
  /** URL of the module that defines it, as `import.meta.url` gives it there. The module does nothing but define. */
  readonly module: string;
  /** The name under which the module exports the class, or the function itself. */
  readonly name: string;
  /** The method of the class, of which each thread makes one object by `new` without arguments. */
  readonly method?: string;
  /**
   * The classes of its arguments, results and error handlers, as a front knows them: `setClassesOfMethod` gives the same
   * list in each thread, so that they need not be exported.
   */
  readonly classes?: readonly Function[];
}

/** A value, with the classes of the instances in it; see `workers/crossing`. */
export interface TransferredValue {
  readonly value: unknown;
  readonly instances: readonly unknown[];
  readonly classes: readonly unknown[];
}

/** Begins a call in a thread; one at a time. */
export interface WorkerCall {
  readonly kind: 'call';
  readonly blocking: Omit<Blocking, 'classes'>;
  /** The list of arguments. */
  readonly args: TransferredValue;
  /** Which of the arguments are the request's AbortSignal, that cannot be cloned. */
  readonly signals: readonly number[];
  /** The router has other blocking routes. */
  readonly shared: boolean;
}

/** What a call gave. */
export interface WorkerReply {
  readonly kind: 'value' | 'error';
  readonly content: TransferredValue;
  /** What of an error did not cross. */
  readonly omitted: readonly string[];
}
