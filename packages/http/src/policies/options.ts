import { nearest } from '@writ/diagnostics';

/** The names of a policy's options; the type keeps the list whole. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Throws `TypeError` for what is not an object, and for an option that the policy does not have: it would say nothing. */
export function assertOptions<T extends object>(policy: string, options: T, names: OptionNames<T>): void {
  const known = Object.keys(names);
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${policy} takes options ({ ${known.join(', ')} }), not ${String(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const meant = nearest(name, known);
    const hint = meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
    throw new TypeError(`${policy} has no option ${JSON.stringify(name)}: ${hint}`);
  }
}
