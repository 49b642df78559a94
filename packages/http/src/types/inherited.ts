/** Returns the names for which every object inherits a value, such as `toString`. */
export function inheritedIn(names: Iterable<string>): readonly string[] {
  return [...names].filter((name) => name in Object.prototype);
}

/** Sets missing fields to `undefined`, so that their names do not refer to members that the object inherits. */
export function hideInherited(
  object: Record<string, unknown>,
  inherited: readonly string[],
): Record<string, unknown> {
  for (const name of inherited) if (!Object.hasOwn(object, name)) object[name] = undefined;
  return object;
}
