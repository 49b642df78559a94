/** Whether a value is promise-like. For an object, the check costs one property read. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

/**
 * Converts a thenable from application code to a promise, because a thenable may call back twice, or run again for each
 * caller. Returns any other value unchanged. Everywhere else, the kernel awaits only promises, so a value with a `then`
 * method can be passed on unchanged.
 */
export function toPromise<T>(given: T | PromiseLike<T>): T | Promise<Awaited<T>> {
  return isThenable(given) ? (Promise.resolve(given) as Promise<Awaited<T>>) : given;
}

/**
 * Calls `use` with a value, immediately or when its promise resolves. `first` and `second` are passed to `use`, so that
 * frequent callers need no closure.
 */
export function mapMaybe<T, R, A = undefined, B = undefined>(
  value: T | Promise<T>,
  use: (value: T, first: A, second: B) => R,
  first?: A,
  second?: B,
): R | Promise<Awaited<R>> {
  if (!(value instanceof Promise)) return use(value, first as A, second as B);
  return mapLater(value, use, first as A, second as B);
}

/** Calls `use` later, in a separate function so that a closure is created only if the value is a promise. */
function mapLater<T, R, A, B>(
  value: Promise<T>,
  use: (value: T, first: A, second: B) => R,
  first: A,
  second: B,
): Promise<Awaited<R>> {
  return value.then((settled) => use(settled, first, second)) as Promise<Awaited<R>>;
}

/**
 * Calls `use` with the values, in which promises are replaced by their results, when all promises have resolved;
 * immediately if there are none.
 */
export function allMaybe<R>(
  values: readonly unknown[],
  use: (settled: readonly unknown[]) => R,
): R | Promise<Awaited<R>> {
  if (!values.some(isPromise)) return use(values);
  return Promise.all(values.filter(isPromise)).then((settled) => {
    let next = 0;
    return use(values.map((value) => (isPromise(value) ? settled[next++] : value)));
  }) as Promise<Awaited<R>>;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}
