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
  'must be an array: each element of the JSON array is one argument, so wrap the value in another array',
);

export function extractPosition(
  { name, index }: PositionBinding,
  converter: Converter,
  mismatchStatus: Route['pathMismatchStatus'],
): Extractor {
  const missing = compileMissingValue(converter, undefined);
  return (exchange) => {
    const segments = exchange.match?.positional ?? [];
    const body = exchange.named;
    const position = index - segments.length;
    const given = extractNamed(exchange, name, converter);
    if (position >= 0 && position >= countPositional(body)) {
      if (given !== undefined) return withCheck(exchange, given.source, name, given.value);
      if (exchange.binding?.bodyFailed) return undefined;
      return withPathCheck(exchange, name, missing(exchange), mismatchStatus);
    }
    if (given !== undefined) {
      const source = position < 0 ? 'path' : 'body';
      return withCheck(
        exchange,
        given.source,
        name,
        invalid(`was already passed by position in the ${source}`),
      );
    }
    if (position < 0) return extractSegment(exchange, name, segments[index]!, converter, mismatchStatus);
    return body.isWhole
      ? extractWholeArray(exchange, name, body.positional, converter)
      : extractElement(exchange, name, body, position, converter);
  };
}

/** Creates the extractor of all arguments from `index` onward. It returns an array, which is spread into the call. */
export function extractRest(
  { name, index }: RestBinding,
  converter: Converter,
  mismatchStatus: Route['pathMismatchStatus'],
): Extractor {
  return (exchange) => {
    const segments = exchange.match?.positional ?? [];
    const body = exchange.named;
    const values = segments
      .slice(index)
      .map((segment) => extractSegment(exchange, name, segment, converter, mismatchStatus));
    for (
      let position = Math.max(index - segments.length, 0);
      position < countPositional(body);
      position += 1
    ) {
      values.push(extractElement(exchange, name, body, position, converter));
    }
    return allMaybe(values, (settled) => settled);
  };
}

/**
 * Whether any path segment cannot be converted. Asynchronous conversions are not checked, and numbers that would be
 * rounded do not count.
 */
export function segmentMismatch(
  exchange: Exchange,
  expected: readonly { readonly index: number; readonly rest: boolean; readonly converter: Converter }[],
): boolean {
  const segments = exchange.match?.positional ?? [];
  return expected.some(
    ({ index, rest, converter }) =>
      !converter.async &&
      segments
        .slice(index, rest ? undefined : index + 1)
        .some((segment) => isMismatch(convertSegment(segment, converter))),
  );
}

function isMismatch(value: unknown): boolean {
  return value instanceof Failure && !isRounded(value);
}

function extractSegment(
  exchange: Exchange,
  name: string,
  segment: string,
  converter: Converter,
  mismatchStatus: Route['pathMismatchStatus'],
): unknown {
  return withPathCheck(exchange, name, convertSegment(segment, converter), mismatchStatus);
}

function convertSegment(segment: string, converter: Converter): unknown {
  if (converter.text === undefined) return invalid('cannot be passed as a string');
  const value = convertStrings(converter, [segment], true);
  return value === ABSENT ? absentValue(converter) : value;
}

/**
 * Converts the JSON array in the body to the only remaining argument, which is an array. If the JSON array itself is
 * not a valid value but contains exactly one array, tries that array.
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
  position: number,
  converter: Converter,
): unknown {
  if (body.text === undefined) {
    const given = body.positional[position];
    const value = converter.json(given);
    if (!(value instanceof Failure) || body.isArray !== true) return withCheck(exchange, 'body', name, value);
    const isElement = converter.isArray === true && !Array.isArray(given);
    return withCheck(exchange, 'body', name, (isElement ? NOT_AN_ELEMENT : value).under(position));
  }
  const value =
    converter.text === undefined ? invalid('cannot be passed as a string') : converter.text(body.text);
  return withCheck(exchange, 'body', name, value);
}
