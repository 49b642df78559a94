import type { Converter } from './converter.ts';
import { allMaybe } from '../internal/thenable.ts';
import { collectFailures, invalid, missing } from './failure.ts';

/**
 * Creates a converter for tuples. It converts the values of a repeated name, or of a JSON array, by their positions.
 */
export function tupleConverter(of: readonly Converter[], rest: Converter | undefined): Converter {
  const every = rest === undefined ? of : [...of, rest];
  const least = of.findLastIndex((each) => !each.optional) + 1;
  const fits = (length: number): boolean => length >= least && (rest !== undefined || length <= of.length);
  const mismatch = invalid(`must be an array of ${lengthOf(least, of.length, rest !== undefined)}`);

  function convert<T>(values: readonly T[], one: (converter: Converter, value: T) => unknown): unknown {
    if (!fits(values.length)) return mismatch;
    return allMaybe(
      values.map((value, index) => one(of[index] ?? rest!, value)),
      (settled) => collectFailures(settled) ?? settled,
    );
  }
  const texts = every.some(({ text }) => text === undefined)
    ? undefined
    : (given: readonly string[]): unknown =>
        convert(given, (each, text) => (text === '' && !each.acceptsEmpty ? missing() : each.text!(text)));
  return {
    name: `[${[...of.map(({ name }) => name), ...(rest === undefined ? [] : [`...${rest.name}[]`])].join(', ')}]`,
    optional: false,
    acceptsEmpty: every.some(({ acceptsEmpty }) => acceptsEmpty),
    async: every.some(({ async }) => async),
    isArray: true,
    splitsOnComma: every.every(({ splitsOnComma }) => splitsOnComma === true),
    text: texts && ((value) => texts([value])),
    ...(texts && { texts }),
    json: (value) =>
      Array.isArray(value) ? convert(value, (each, item: unknown) => each.json(item)) : mismatch,
  };
}

function lengthOf(least: number, most: number, open: boolean): string {
  if (open) return `at least ${least} ${least === 1 ? 'value' : 'values'}`;
  return least === most ? `${least} ${least === 1 ? 'value' : 'values'}` : `${least} to ${most} values`;
}
