import { isObject } from '@writ/diagnostics/internal';
import { mapMaybe } from '../internal/thenable.ts';
import { TypeProblem, type Converter } from './converter.ts';
import type { Discriminator } from './discriminator.ts';
import { Failure, invalid, missing } from './failure.ts';

type Convert<T> = (converter: Converter, value: T) => unknown;

/**
 * Creates a converter for a union such as `'auto' | number`. It uses the first type that accepts the value, or the type
 * that the discriminator selects.
 */
export function unionConverter(of: readonly Converter[], discriminator?: Discriminator): Converter {
  if (of.length === 0 || of.some(({ file }) => file !== undefined)) {
    throw new TypeProblem('a union must not be empty or contain files', 'use a schema instead');
  }
  const name = of.map((each) => each.name).join(' | ');
  const mismatch = invalid(`must be ${name}`);
  const single = of.filter(({ text }) => text !== undefined);
  const repeated = single.filter(({ texts }) => texts !== undefined);
  const plain = single.filter(({ texts }) => texts === undefined);
  /** Returns the result of the first type that accepts the value. */
  const first = <T>(types: readonly Converter[], convert: Convert<T>, value: T, at = 0): unknown => {
    const type = types[at];
    if (type === undefined) return mismatch;
    return mapMaybe(convert(type, value), (converted) =>
      converted instanceof Failure ? first(types, convert, value, at + 1) : converted,
    );
  };
  const fromText = (value: string): unknown => first(single, (each, text) => each.text!(text), value);
  const fromTexts = (values: readonly string[]): unknown =>
    values.length === 1
      ? first([...plain, ...repeated], (each, text) => each.text!(text), values[0]!)
      : first(repeated, (each, texts) => each.texts!(texts), values);

  function fromJson(value: unknown): unknown {
    const candidates = of.filter((each) => acceptsForm(each, value));
    const [only] = candidates;
    // If only one type can match an array or object, its failure states which part is invalid.
    if (candidates.length === 1 && typeof value === 'object' && value !== null) return only!.json(value);
    return first(candidates, (each, given) => each.json(given), value);
  }
  return {
    name,
    optional: false,
    acceptsEmpty: of.some(({ acceptsEmpty }) => acceptsEmpty),
    async: of.some(({ async }) => async),
    acceptsArray: of.some(({ isArray, acceptsArray }) => isArray === true || acceptsArray === true),
    isArray: of.every(({ isArray }) => isArray === true),
    splitsOnComma: of.every(({ splitsOnComma }) => splitsOnComma === true),
    text: single.length === 0 ? undefined : fromText,
    ...(repeated.length > 0 && { texts: fromTexts }),
    json: discriminator === undefined ? fromJson : selectByField(of, discriminator),
  };
}

/**
 * Whether a JSON value can have the type. Only array types match arrays, and only types without a string form match
 * objects.
 */
function acceptsForm({ isArray = false, text }: Converter, value: unknown): boolean {
  if (Array.isArray(value)) return isArray;
  return isObject(value) ? !isArray && text === undefined : !isArray;
}

function selectByField(
  of: readonly Converter[],
  { name, indexes }: Discriminator,
): (value: unknown) => unknown {
  const expected = [...indexes.keys()].map((value) => JSON.stringify(value)).join(', ');
  const mismatch = invalid(`must be one of ${expected}`).under(name);
  const absent = missing().under(name);
  return (value) => {
    if (!isObject(value)) return invalid('must be an object');
    if (!Object.hasOwn(value, name)) return absent;
    const index = indexes.get(value[name] as string);
    return index === undefined ? mismatch : of[index]!.json(value);
  };
}
