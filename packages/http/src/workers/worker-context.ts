/** How a refusal is known in the thread that started this one: classes do not pass from thread to thread. */
const REFUSAL_CODE = 'WRIT_IN_A_THREAD';

/** What this thread was started for; undefined when it is no worker thread of a pool. */
let importedModule: string | undefined;

let isRefused = false;

/** Whether this thread is about to end. What it was asked for is not to begin, and not to be answered. */
export function hasRefused(): boolean {
  return isRefused;
}

/** Says that this is a worker thread, which runs what the module exports. */
export function enterThread(module: string): void {
  importedModule = module;
}

/**
 * Undefined outside of worker threads. In one, `what` would be done again in each thread that imports the module, and
 * each could start the next: the thread ends of an error that names the module, and the promise never settles.
 */
export function refuseInThread(what: string): Promise<never> | undefined {
  if (importedModule === undefined) return undefined;
  const message = `${importedModule} ${what} in a worker thread, which imports it: let another file listen, and send requests`;
  const error = Object.assign(new Error(message), { code: REFUSAL_CODE });
  isRefused = true;
  // Out of reach of whoever would catch or log it: whoever waits for the thread is told, once.
  queueMicrotask(() => {
    throw error;
  });
  return new Promise(() => {});
}

export function isRefusal(error: Error | undefined): error is Error {
  return error !== undefined && 'code' in error && error.code === REFUSAL_CODE;
}
