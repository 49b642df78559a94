/**
 * A handler that would block the event loop, as a worker thread finds it. Arguments and results are structured clones;
 * instances of classes that both threads know retain their class.
 */
export interface Blocking {
  /** URL of the module that defines the handler: its `import.meta.url`. The module must contain definitions only. */
  readonly module: string;
  /** The name under which the module exports the class, or the function itself. */
  readonly name: string;
  /** The method of the class, of which each thread makes one object by `new` without arguments. */
  readonly method?: string;
  /**
   * The classes of the handler's arguments, results and error handlers, as a front end knows them. `setClassesOfMethod`
   * returns the same list in each thread, so that they need not be exported.
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

/** The result of a call. */
export interface WorkerReply {
  readonly kind: 'value' | 'error';
  readonly content: TransferredValue;
  /** The parts of an error that could not be transferred. */
  readonly omitted: readonly string[];
}
