/** Any promise-like value; a plain value costs one property read. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

/** Goes on with a value now, with a promised one later: no promise is made where none is needed. */
export function andThen<T, R>(value: T | PromiseLike<T>, use: (value: T) => R): R | Promise<Awaited<R>> {
  return isThenable(value) ? (Promise.resolve(value).then(use) as Promise<Awaited<R>>) : use(value);
}
