/** An error in the arguments or in a file that they name. The command prints its message and exits with status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
