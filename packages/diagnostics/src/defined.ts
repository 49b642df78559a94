type OptionalKey<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The members of an object literal; those that may be undefined are optional. */
export type Defined<T> = { [K in Exclude<keyof T, OptionalKey<T>>]: T[K] } & {
  [K in OptionalKey<T>]?: Exclude<T[K], undefined>;
};

/**
 * The members without those that are undefined: for types whose optional members are absent or have a value, which is
 * what `exactOptionalPropertyTypes` demands.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
