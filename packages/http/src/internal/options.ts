import { nearest } from '@writ/diagnostics';

/** The names of all options of an object. Omitting a name is a compile-time error. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Throws `TypeError` if the options are not an object, or contain an unknown option, which would have no effect. */
export function assertOptions<T extends object>(owner: string, options: T, names: OptionNames<T>): void {
  if (typeof options !== 'object' || options === null) {
    const known = Object.keys(names).join(', ');
    throw new TypeError(`${owner} expects options ({ ${known} }), not ${String(options)}`);
  }
  const [unknown] = unknownOptions(options, names);
  if (unknown === undefined) return;
  throw new TypeError(`${owner} has no option ${JSON.stringify(unknown.name)}: ${unknown.hint}`);
}

export interface UnknownOption {
  readonly name: string;
  /** Suggests the most similar option, or lists all options if none is similar. */
  readonly hint: string;
}

/** Returns the keys of an object that are not options, each with a hint. */
export function unknownOptions<T extends object>(
  options: T,
  names: OptionNames<T>,
): readonly UnknownOption[] {
  const given = Object.keys(options);
  // Almost all objects contain only known options, so the lists below are rarely needed.
  if (given.every((name) => Object.hasOwn(names, name))) return NONE;
  const unknown = given.filter((name) => !Object.hasOwn(names, name));
  return unknown.map((name) => {
    const known = Object.keys(names);
    const meant = nearest(name, known);
    return { name, hint: meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?` };
  });
}

const NONE: readonly never[] = [];
