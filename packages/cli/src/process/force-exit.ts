/** Milliseconds that the user's code has to finish after the command: timers, open connections. */
const EXIT_DELAY = 1_000;

/** Returns the status and exits soon, even if an imported module keeps the process running, for example by a timer. */
export function forceExit(status: number): number {
  setTimeout(() => process.exit(), EXIT_DELAY).unref();
  return status;
}
