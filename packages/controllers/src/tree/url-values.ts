import { variableName } from '../naming/variable.ts';

/** The arguments of `url`, sorted by the part of the address to which they belong. */
export interface UrlValues {
  /** The values of path variables. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** The segments after those of the class. */
  readonly positional: readonly unknown[];
  /** The values of the query, without undefined and null. Arrays are repeated names. */
  readonly query: ReadonlyMap<string, unknown>;
}

/**
 * Sorts the arguments of `url`. If the last argument is a plain object, its values fill the path variables of the same
 * names, and the others become the query. The other arguments fill the remaining variables, in order.
 */
export function sortArguments(segments: readonly string[], args: readonly unknown[]): UrlValues {
  const last = args.at(-1);
  const names = isPlainObject(last) ? { ...last } : {};
  const positional = isPlainObject(last) ? args.slice(0, -1) : [...args];
  while (positional.length > 0 && positional.at(-1) === undefined) positional.pop();
  const variables = new Map<string, unknown>();
  for (const name of segments.flatMap((segment) => variableName(segment) ?? [])) {
    variables.set(name, Object.hasOwn(names, name) ? names[name] : positional.shift());
    delete names[name];
  }
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
  const query = Object.entries(names).flatMap(([name, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const given = list.filter(isGiven);
    return given.length === 0 ? [] : [[name, Array.isArray(value) ? given : value] as const];
  });
  return { variables, positional, query: new Map(query) };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
