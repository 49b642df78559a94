/**
 * Identifies a handler that would block the event loop, so that a worker thread can load it. Arguments and
 * results are structured clones; instances retain their class if both threads have loaded it.
 */
export interface Blocking {
  /** URL of the module that defines the handler: its `import.meta.url`. The module must contain definitions only. */
  readonly module: string;
  /** The name under which the module exports the class, or the function itself. */
  readonly name: string;
  /** The method of the class. Each thread creates one instance by calling `new` without arguments. */
  readonly method?: string;
  /**
   * The classes of the handler's arguments, results and errors, supplied by a front end. `setClassesOfMethod`
   * returns the same list in each thread, so the classes need not be exported.
   */
  readonly classes?: readonly Function[];
}

/** A value, with the classes of the instances in it; see `workers/crossing`. */
export interface TransferredValue {
  readonly value: unknown;
  readonly instances: readonly unknown[];
  readonly classes: readonly unknown[];
}

/** The message that starts a call in a thread. A thread runs one call at a time. */
export interface WorkerCall {
  readonly kind: 'call';
  readonly blocking: Omit<Blocking, 'classes'>;
  /** The list of arguments. */
  readonly args: TransferredValue;
  /** Indexes of the arguments that are the request's AbortSignal, which cannot be cloned. */
  readonly signals: readonly number[];
  /** Whether the router has other blocking routes. */
  readonly shared: boolean;
}

/** The result of a call. */
export interface WorkerReply {
  readonly kind: 'value' | 'error';
  readonly content: TransferredValue;
  /** The parts of an error that could not be transferred. */
  readonly omitted: readonly string[];
}
