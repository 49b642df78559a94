import { nearest } from '@writ/diagnostics';

/** The names of an annotation's options; the type requires all of them. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** @throws TypeError for an unknown option, which would otherwise be ignored */
export function assertKnownOptions<T extends object>(
  annotation: string,
  options: T,
  names: OptionNames<T>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const suggestion = nearest(unknown, known);
  const hint =
    suggestion === undefined ? `valid options are ${known.join(', ')}` : `did you mean ${suggestion}?`;
  throw new TypeError(`@${annotation} has no option ${JSON.stringify(unknown)}: ${hint}`);
}
