/** Whether a class equals or extends another class. */
export function isSubclass(type: unknown, base: unknown): boolean {
  if (type === base) return true;
  return (
    typeof type === 'function' &&
    typeof base === 'function' &&
    (type.prototype as unknown) instanceof (base as new () => unknown)
  );
}
