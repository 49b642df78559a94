/** Milliseconds for timers and open connections of the user's code to finish after the command. */
const EXIT_DELAY = 1_000;

/**
 * Returns the status and exits soon, even if an imported module keeps the process running, for example with a timer.
 */
export function forceExit(status: number): number {
  setTimeout(() => process.exit(), EXIT_DELAY).unref();
  return status;
}
