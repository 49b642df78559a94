/**
 * Settles like the promise or, after `limit` ms, with the value that `onTimeout` returns or throws. The timer is
 * cleared when the promise settles.
 */
export async function withTimeout<T, Late>(
  promise: PromiseLike<T>,
  limit: number,
  onTimeout: () => Late,
): Promise<T | Late> {
  const expired = Promise.withResolvers<void>();
  const timer = setTimeout(expired.resolve, limit);
  try {
    return await Promise.race([promise, expired.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
