type OptionalKey<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The type of an object whose undefined members were removed: members that may be undefined become optional. */
export type Defined<T> = { [K in Exclude<keyof T, OptionalKey<T>>]: T[K] } & {
  [K in OptionalKey<T>]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object without its undefined members. Needed for types with optional members because of
 * `exactOptionalPropertyTypes`, with which an optional member is either missing or has a value.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(members) as (keyof T & string)[]) {
    if (members[name] !== undefined) copy[name] = members[name];
  }
  return copy as Defined<T>;
}
