import { nearest } from '@writ/diagnostics';

/** The names of an annotation's options; the type makes the list complete. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Throws `TypeError` for an option that the annotation does not have, which would have no effect. */
export function assertKnownOptions<T extends object>(
  annotation: string,
  options: T,
  names: OptionNames<T>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
  throw new TypeError(`@${annotation} has no option ${JSON.stringify(unknown)}: ${hint}`);
}
