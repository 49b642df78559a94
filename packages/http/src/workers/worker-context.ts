/** Identifies the error in the thread that started this one: classes are lost between threads. */
const REFUSAL_CODE = 'WRIT_IN_A_THREAD';

/** The module that this thread was started for; undefined outside of worker threads of a pool. */
let importedModule: string | undefined;

let isRefused = false;

/** Whether this thread is about to end: its call must not start and gets no reply. */
export function hasRefused(): boolean {
  return isRefused;
}

/** Marks this thread as a worker thread that runs exports of the module. */
export function enterThread(module: string): void {
  importedModule = module;
}

/**
 * Prevents `what` in a worker thread: each thread that imports the module would do it again, and could start the next.
 * The thread ends with an error that names the module, and the promise never settles. Undefined outside of worker threads.
 */
export function refuseInThread(what: string): Promise<never> | undefined {
  if (importedModule === undefined) return undefined;
  const message = `${importedModule} ${what} in a worker thread that imports it: move that code to another file`;
  const error = Object.assign(new Error(message), { code: REFUSAL_CODE });
  isRefused = true;
  // Thrown where no code of the module can catch or log it: the pool reports it once.
  queueMicrotask(() => {
    throw error;
  });
  return new Promise(() => {});
}

export function isRefusal(error: Error | undefined): error is Error {
  return error !== undefined && 'code' in error && error.code === REFUSAL_CODE;
}
