import { suggest, type Suggestion } from './suggestion.ts';

/** Keys with a size; the value of some of them may also be `rest`. */
const SIZE = /^\/x-writ\/(?:swap\/size|disk\/(?:home\/(?:root-)?size|partitions\/\d+\/size))$/;

/** Whether the value at a pointer is a size. */
export function isSize(pointer: string): boolean {
  return SIZE.test(pointer);
}

/** Describes the values that a size may have. */
export function describeSizes(pointer: string): string {
  const rest = pointer.startsWith('/x-writ/swap/') ? '' : ', or "rest" for the remaining space';
  return `a whole number with the unit MiB, GiB or TiB, such as "40GiB"${rest}`;
}

/**
 * Suggests a size for a number without a unit, or with a unit that is spelled differently; undefined for other values.
 */
export function suggestSize(value: unknown): Suggestion | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [, number, unit, binary] =
    /^([1-9]\d{0,6})\s*(?:([MGT])(?:(i?)B)?)?$/i.exec(String(value).trim()) ?? [];
  if (number === undefined) return undefined;
  if (unit === undefined)
    return { hint: `write the size with its unit, such as "${number}MiB" or "${number}GiB"` };
  const size = suggest(`${number}${unit.toUpperCase()}iB`);
  // A gigabyte is smaller than a gibibyte, so no correction is offered.
  return binary === '' ? { hint: size.hint } : size;
}
