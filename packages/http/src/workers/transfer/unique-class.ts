/** Returns the class with the given name if exactly one class has this name; otherwise undefined. */
export function findUniqueClass(types: Iterable<Function>, name: string): Function | undefined {
  const named = new Set<Function>();
  if (name !== '') for (const type of types) if (type.name === name) named.add(type);
  return named.size === 1 ? [...named][0] : undefined;
}
