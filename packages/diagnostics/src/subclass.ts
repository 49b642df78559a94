/** Whether a class is the same as another one or extends it. */
export function isSubclass(type: unknown, base: unknown): boolean {
  if (type === base) return true;
  return (
    typeof type === 'function' &&
    typeof base === 'function' &&
    (type.prototype as unknown) instanceof (base as new () => unknown)
  );
}
