/** A usage error: printed in one line, with exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
