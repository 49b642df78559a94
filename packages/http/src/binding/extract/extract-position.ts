import type { Exchange } from '../../exchange/exchange.ts';
import type { NamedBody } from '../../exchange/named-body.ts';
import type { PositionBinding, RestBinding, Route } from '../../contract/route.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { Failure, invalid, isRounded } from '../../types/failure.ts';
import { extractNamed, countPositional } from './extract-named.ts';
import { absentValue } from '../../types/structures.ts';
import { allMaybe, mapMaybe } from '../../internal/thenable.ts';
import {
  withCheck,
  withPathCheck,
  convertStrings,
  compileMissingValue,
  type Extractor,
} from './extractor.ts';

const NOT_AN_ELEMENT = invalid(
  'must be an array: each element of the JSON array is one argument, so put it into another array',
);

export function extractPosition(
  { name, index }: PositionBinding,
  converter: Converter,
  unfit: Route['pathMismatchStatus'],
): Extractor {
  const missing = compileMissingValue(converter, undefined);
  return (exchange) => {
    const bits = exchange.match?.positional ?? [];
    const body = exchange.named;
    const place = index - bits.length;
    const given = extractNamed(exchange, name, converter);
    if (place >= 0 && place >= countPositional(body)) {
      if (given !== undefined) return withCheck(exchange, given.source, name, given.value);
      if (exchange.binding?.bodyFailed) return undefined;
      return withPathCheck(exchange, name, missing(exchange), unfit);
    }
    if (given !== undefined) {
      const where = place < 0 ? 'path' : 'body';
      return withCheck(
        exchange,
        given.source,
        name,
        invalid(`was already given by its position in the ${where}`),
      );
    }
    if (place < 0) return extractSegment(exchange, name, bits[index]!, converter, unfit);
    return body.isWhole
      ? extractWholeArray(exchange, name, body.positional, converter)
      : extractElement(exchange, name, body, place, converter);
  };
}

/** Every argument from `index` on, as an array that the plan spreads. */
export function extractRest(
  { name, index }: RestBinding,
  converter: Converter,
  unfit: Route['pathMismatchStatus'],
): Extractor {
  return (exchange) => {
    const bits = exchange.match?.positional ?? [];
    const body = exchange.named;
    const values = bits.slice(index).map((bit) => extractSegment(exchange, name, bit, converter, unfit));
    for (let place = Math.max(index - bits.length, 0); place < countPositional(body); place += 1) {
      values.push(extractElement(exchange, name, body, place, converter));
    }
    return allMaybe(values, (settled) => settled);
  };
}

/** Whether a segment of the path cannot be converted, as far as that is known synchronously. */
export function segmentMismatch(
  exchange: Exchange,
  wanted: readonly { readonly index: number; readonly rest: boolean; readonly converter: Converter }[],
): boolean {
  const bits = exchange.match?.positional ?? [];
  return wanted.some(
    ({ index, rest, converter }) =>
      !converter.async &&
      bits
        .slice(index, rest ? undefined : index + 1)
        .some((bit) => isMismatch(convertSegment(bit, converter))),
  );
}

function isMismatch(value: unknown): boolean {
  return value instanceof Failure && !isRounded(value);
}

function extractSegment(
  exchange: Exchange,
  name: string,
  bit: string,
  converter: Converter,
  unfit: Route['pathMismatchStatus'],
): unknown {
  return withPathCheck(exchange, name, convertSegment(bit, converter), unfit);
}

function convertSegment(bit: string, converter: Converter): unknown {
  if (converter.text === undefined) return invalid('cannot be given as a string');
  const value = convertStrings(converter, [bit], true);
  return value === ABSENT ? absentValue(converter) : value;
}

/**
 * A JSON array for the only remaining argument: its value, if the argument is an array. If that is invalid, the array
 * may be inside, as its one element.
 */
function extractWholeArray(
  exchange: Exchange,
  name: string,
  array: readonly unknown[],
  converter: Converter,
): unknown {
  const orInside = (value: unknown): unknown => {
    if (!(value instanceof Failure) || array.length !== 1 || !Array.isArray(array[0])) return value;
    return mapMaybe(converter.json(array[0]), (inside) => (inside instanceof Failure ? value : inside));
  };
  return withCheck(exchange, 'body', name, mapMaybe(converter.json(array), orInside));
}

function extractElement(
  exchange: Exchange,
  name: string,
  body: NamedBody,
  place: number,
  converter: Converter,
): unknown {
  if (body.text === undefined) {
    const given = body.positional[place];
    const value = converter.json(given);
    if (!(value instanceof Failure) || body.isArray !== true) return withCheck(exchange, 'body', name, value);
    const isElement = converter.isArray === true && !Array.isArray(given);
    return withCheck(exchange, 'body', name, (isElement ? NOT_AN_ELEMENT : value).under(place));
  }
  const value =
    converter.text === undefined ? invalid('cannot be given as a string') : converter.text(body.text);
  return withCheck(exchange, 'body', name, value);
}
