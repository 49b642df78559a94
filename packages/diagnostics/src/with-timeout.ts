/**
 * What the promise gives, or after `limit` ms what `late` returns or throws. The timer does not outlive the promise.
 */
export async function withTimeout<T, Late>(
  promise: PromiseLike<T>,
  limit: number,
  late: () => Late,
): Promise<T | Late> {
  const expired = Promise.withResolvers<void>();
  const timer = setTimeout(expired.resolve, limit);
  try {
    return await Promise.race([promise, expired.promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
