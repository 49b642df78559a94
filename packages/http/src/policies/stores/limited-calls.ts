/** Runs a call to a server. `action` is the verb phrase that follows `cannot` in the message of an error. */
export type CallServer = <T>(action: string, call: () => PromiseLike<T>) => Promise<T>;

/**
 * Creates a function that runs calls to a server. If `maximum` calls are in progress, further ones are rejected
 * immediately, so that calls do not accumulate in memory while the server does not respond. `name` is the store's name
 * in errors. Throws `RangeError` if the maximum is not a positive whole number.
 */
export function limitCalls(name: string, maximum: number): CallServer {
  if (!Number.isSafeInteger(maximum) || maximum < 1)
    throw new RangeError(`${name}: the maximum must be a whole number, 1 or more, not ${maximum}`);
  let pending = 0;
  return async (action, call) => {
    if (pending >= maximum)
      throw new Error(`${name} cannot ${action}: ${maximum} earlier calls are in progress`);
    pending += 1;
    try {
      return await call();
    } catch (error) {
      throw storeError(name, action, error);
    } finally {
      pending -= 1;
    }
  };
}

/**
 * Returns an error for the log. It contains only the code and the message of the original error, because its other
 * properties may contain the values and keys of the call.
 */
export function storeError(name: string, action: string, error: unknown): Error {
  return new Error(`${name} cannot ${action}: ${describeError(error)}`);
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'the call was rejected without an error';
  // The error of a failed connection to several addresses has no message.
  const { message } =
    error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error;
  const { code } = error as NodeJS.ErrnoException;
  // Redis repeats the beginning of the arguments of an unknown command.
  const shown = message.split(', with args beginning with')[0]!;
  return typeof code === 'string' && !shown.includes(code) ? `${shown} (${code})` : shown;
}
