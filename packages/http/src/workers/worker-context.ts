/**
 * The code by which the thread that started this one recognizes the error, because errors lose their class between
 * threads.
 */
const REFUSAL_CODE = 'WRIT_IN_A_THREAD';

/** The module that this thread runs, or undefined outside a pool's worker threads. */
let importedModule: string | undefined;

let isRefused = false;

/** Whether this thread is about to end, so that its call must not start and receives no reply. */
export function hasRefused(): boolean {
  return isRefused;
}

/** Marks this thread as a worker thread of a pool that runs exports of the module. */
export function enterThread(module: string): void {
  importedModule = module;
}

/**
 * Prevents the action `what` in a worker thread, because each thread that imports the module would repeat the action
 * and could start further threads. The thread ends with an error that names the module, and the returned promise never
 * settles. Returns undefined outside worker threads.
 */
export function refuseInThread(what: string): Promise<never> | undefined {
  if (importedModule === undefined) return undefined;
  const message = `${importedModule} ${what} in a worker thread that imports it: move that code to another file`;
  const error = Object.assign(new Error(message), { code: REFUSAL_CODE });
  isRefused = true;
  // Thrown in a microtask, so that the module cannot catch or log the error and the pool reports it only once.
  queueMicrotask(() => {
    throw error;
  });
  return new Promise(() => {});
}

export function isRefusal(error: Error | undefined): error is Error {
  return error !== undefined && 'code' in error && error.code === REFUSAL_CODE;
}
