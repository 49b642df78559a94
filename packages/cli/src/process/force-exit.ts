/** Milliseconds that users' code may keep the process after the end: open connections of its own, timers. */
const EXIT_DELAY = 1_000;

/** The status of a command that has imported files of users, one of which may hold the process open by a timer. */
export function forceExit(status: number): number {
  setTimeout(() => process.exit(), EXIT_DELAY).unref();
  return status;
}
