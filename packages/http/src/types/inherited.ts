/** The names of fields that every object inherits a value for, such as `toString`. */
export function inheritedIn(names: Iterable<string>): readonly string[] {
  return [...names].filter((name) => name in Object.prototype);
}

/** Gives the fields that are absent `undefined` of their own: what reads one must not find what objects inherit. */
export function hideInherited(
  object: Record<string, unknown>,
  inherited: readonly string[],
): Record<string, unknown> {
  for (const name of inherited) if (!Object.hasOwn(object, name)) object[name] = undefined;
  return object;
}
