import type { Exchange } from '../../exchange/exchange.ts';
import type { NamedBinding, Route } from '../../contract/route.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { Failure, invalid, isRounded } from '../../types/failure.ts';
import { absentValue } from '../../types/structures.ts';

/**
 * Extracts one argument from a request. If this fails, it records the issue in the exchange, so that all issues are
 * reported together, and its return value is ignored.
 */
export type Extractor = (exchange: Exchange) => unknown;

/**
 * Converts the strings of a repeated name: all of them for an array, and the last one for any other type. `split`:
 * whether to also split the strings at commas if values of the type cannot contain commas.
 */
export function convertStrings(
  converter: Converter,
  texts: readonly string[],
  split: boolean,
  exchange?: Exchange,
): unknown {
  if (converter.texts !== undefined) {
    const all = split && converter.splitsOnComma ? texts.flatMap((text) => text.split(',')) : texts;
    const given = converter.acceptsEmpty ? all : all.filter((text) => text !== '');
    return given.length === 0 ? ABSENT : converter.texts(given, exchange);
  }
  const last = texts.at(-1);
  if (last === undefined || (last === '' && !converter.acceptsEmpty)) return ABSENT;
  return converter.text!(last, exchange);
}

/** Returns the value, or records a failure and returns undefined. */
export function withCheck(
  exchange: Exchange,
  source: string,
  name: string | undefined,
  value: unknown,
): unknown {
  if (!(value instanceof Failure) && !(value instanceof Promise)) return value;
  return withFailureHandler(value, (failure) => exchange.addIssue(source, name, failure));
}

/** Like {@link withCheck}, but for path values, for which a failure may result in 404. */
export function withPathCheck(
  exchange: Exchange,
  name: string,
  value: unknown,
  mismatchStatus: Route['pathMismatchStatus'],
): unknown {
  return withFailureHandler(value, (failure) => {
    exchange.addIssue('path', name, failure);
    if (mismatchStatus === 404 && !isRounded(failure)) exchange.openBinding().pathMismatch = true;
  });
}

function withFailureHandler(value: unknown, refuse: (failure: Failure) => void): unknown {
  const given = mapMaybe(value, handleFailure, refuse);
  // Avoids an unhandled rejection if another extractor throws before this promise is awaited.
  if (given instanceof Promise) given.catch(() => {});
  return given;
}

function handleFailure(value: unknown, refuse: (failure: Failure) => void): unknown {
  if (!(value instanceof Failure)) return value;
  refuse(value);
  return undefined;
}

/** Returns the value to use for a missing argument. */
export type MissingValue = (exchange: Exchange) => unknown;

/** Compiles the value to use for a missing argument: the default, undefined, or a failure. */
export function compileMissingValue(converter: Converter, text: string | undefined): MissingValue {
  const none = converter.optional ? () => undefined : () => absentValue(converter);
  if (text === undefined) return none;
  return (exchange) => orMissingValue(convertStrings(converter, [text], false, exchange), none, exchange);
}

/** If a conversion or a reader returned `ABSENT`, replaces it with the value to use for a missing argument. */
export function orMissingValue(value: unknown, none: MissingValue, exchange: Exchange): unknown {
  return mapMaybe(value, replaceAbsent, none, exchange);
}

function replaceAbsent(value: unknown, none: MissingValue, exchange: Exchange): unknown {
  return value === ABSENT ? none(exchange) : value;
}

export const MALFORMED_ESCAPE: Failure = invalid('has a malformed percent escape');

export function extractPath(
  { name, default: text }: NamedBinding,
  index: number,
  converter: Converter,
  mismatchStatus: Route['pathMismatchStatus'],
): Extractor {
  const none = compileMissingValue(converter, text);
  const convert = converter.text!;
  if (converter.viaReader) {
    return (exchange) => {
      const value = convertStrings(converter, [exchange.match!.values[index]!], false, exchange);
      return withPathCheck(exchange, name, orMissingValue(value, none, exchange), mismatchStatus);
    };
  }
  return (exchange) => {
    const given = exchange.match!.values[index]!;
    const value = given === '' && !converter.acceptsEmpty ? none(exchange) : convert(given);
    return typeof value === 'object' ? withPathCheck(exchange, name, value, mismatchStatus) : value;
  };
}

/** Reads the strings of a name. May throw `URIError` for malformed escapes. */
export type ReadStrings = (exchange: Exchange) => readonly string[];

/** Creates the extractor for a source of named strings. */
export function extractStrings(
  { source, name, default: text }: NamedBinding,
  textsOf: ReadStrings,
  converter: Converter,
): Extractor {
  const none = compileMissingValue(converter, text);
  return (exchange) => {
    let texts: readonly string[];
    try {
      texts = textsOf(exchange);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return withCheck(exchange, source, name, MALFORMED_ESCAPE);
    }
    const value = convertStrings(converter, texts, false, exchange);
    return withCheck(exchange, source, name, orMissingValue(value, none, exchange));
  };
}

export function extractBody(
  { default: text }: { readonly default?: string },
  converter: Converter,
): Extractor {
  const none = compileMissingValue(converter, text);
  return (exchange) => {
    if (exchange.binding?.bodyFailed) return undefined;
    return withCheck(exchange, 'body', undefined, orMissingValue(exchange.binding?.body, none, exchange));
  };
}
