import { codec, type Codec } from '../contract/type.ts';
import type { Converter } from './converter.ts';
import { invalid, TOO_MANY_DIGITS } from './failure.ts';

const WHOLE_NUMBER = /^-?\d+$/;

/** A safe integer: from -(2 ** 53 - 1) to 2 ** 53 - 1. */
export const int: Codec<number> = codec({
  name: 'int',
  json: 'number',
  schema: { type: 'integer' },
  parse(text) {
    return assertSafeInteger(WHOLE_NUMBER.test(text) ? Number(text) : NaN);
  },
  fromJson: assertSafeInteger,
});

function assertSafeInteger(number: number): number {
  if (Number.isSafeInteger(number)) return number;
  // Infinity results from more than 308 digits.
  throw new Error(number === Math.trunc(number) ? TOO_MANY_DIGITS : 'must be a whole number');
}

/** A UUID in upper or lower case. It is converted to lower case. */
export const uuid: Codec<string> = codec({
  name: 'uuid',
  schema: { type: 'string', format: 'uuid' },
  parse(text) {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Error('must be a UUID');
    return text.toLowerCase();
  },
});

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** An ISO 8601 date with or without a time. Without an offset, the time is in UTC. */
export const isoDate: Codec<Date> = codec({
  name: 'isoDate',
  schema: { type: 'string', format: 'date-time' },
  parse(text) {
    const found = ISO_DATE.exec(text);
    const date = found === null ? new Date(NaN) : new Date(withOffset(text.replace(',', '.')));
    // A date such as 30 February is invalid, although the engine would convert it to 2 March.
    if (Number.isNaN(date.getTime()) || Number(found?.[3]) > daysIn(Number(found?.[1]), Number(found?.[2]))) {
      throw new Error('must be an ISO 8601 date');
    }
    return date;
  },
});

function withOffset(text: string): string {
  return !text.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) ? text : `${text}Z`;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const converters = new WeakMap<Codec, Converter>();

/** Returns the converter of a codec, which all bindings with the codec share. */
export function codecConverter(type: Codec): Converter {
  let converter = converters.get(type);
  if (converter === undefined) converters.set(type, (converter = createConverter(type)));
  return converter;
}

/** Creates the converter of a codec. If the codec throws an error, the client receives its message. */
function createConverter(type: Codec): Converter {
  const withFailure =
    <T>(make: (value: T) => unknown) =>
    (value: T): unknown => {
      try {
        return make(value);
      } catch (error) {
        return invalid(error instanceof Error ? error.message : `must be of type ${type.name}`);
      }
    };
  const text = withFailure(type.parse);
  const json = type.json ?? 'string';
  const fromJson =
    type.fromJson === undefined ? (value: unknown) => text(String(value)) : withFailure(type.fromJson);
  return {
    name: type.name,
    optional: false,
    acceptsEmpty: false,
    async: false,
    splitsOnComma: json === 'number',
    text,
    json: (value) => (typeof value === json ? fromJson(value) : invalid(`must be a ${json}`)),
  };
}
