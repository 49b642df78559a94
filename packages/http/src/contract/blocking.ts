/**
 * Identifies a handler that would block the event loop, so that a worker thread can load it. Arguments and results are
 * passed as structured clones. Instances of classes that both threads have loaded keep their class.
 */
export interface Blocking {
  /** URL of the module that defines the handler: its `import.meta.url`. The module must contain definitions only. */
  readonly module: string;
  /** The name under which the module exports the class or function. */
  readonly name: string;
  /** The method of the class. Each thread creates one instance, without constructor arguments. */
  readonly method?: string;
  /**
   * The classes of the handler's arguments, results and errors, as listed by a front end. They need not be exported if
   * `setClassesOfMethod` supplies the same list in each thread.
   */
  readonly classes?: readonly Function[];
}

/** A value and the classes of the instances in it; see `workers/transfer`. */
export interface TransferredValue {
  readonly value: unknown;
  readonly instances: readonly unknown[];
  readonly classes: readonly unknown[];
}

/** The message that starts a call in a worker thread, which runs one call at a time. */
export interface WorkerCall {
  readonly kind: 'call';
  readonly blocking: Omit<Blocking, 'classes'>;
  /** The list of arguments. */
  readonly args: TransferredValue;
  /** The indexes of the arguments that are the request's `AbortSignal`, which cannot be cloned. */
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
