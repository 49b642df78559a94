import { TypeProblem, type Converter } from './converter.ts';
import { Failure, invalid } from './failure.ts';

/** Creates a converter for a union such as `'auto' | number`, which uses the first type that accepts the value. */
export function unionConverter(of: readonly Converter[]): Converter {
  const isPlain = of.every(({ async, texts, file, text }) => !async && !texts && !file && text !== undefined);
  if (!isPlain || of.length === 0) {
    throw new TypeProblem('a union consists of strings, numbers, booleans and dates', 'use a schema instead');
  }
  const name = of.map((each) => each.name).join(' | ');
  const mismatch = invalid(`must be ${name}`);
  const first =
    <T>(convert: (converter: Converter, value: T) => unknown) =>
    (value: T): unknown => {
      for (const each of of) {
        const converted = convert(each, value);
        if (!(converted instanceof Failure)) return converted;
      }
      return mismatch;
    };
  return {
    name,
    optional: false,
    acceptsEmpty: of.some(({ acceptsEmpty }) => acceptsEmpty),
    async: false,
    splitsOnComma: of.every(({ splitsOnComma }) => splitsOnComma === true),
    text: first((each, text: string) => each.text!(text)),
    json: first((each, value: unknown) => each.json(value)),
  };
}
