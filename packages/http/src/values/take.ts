import type { Exchange } from '../exchange/exchange.ts';
import type { NamedBinding, Route } from '../route.ts';
import type { Converter } from './converter.ts';
import { Failure, invalid } from './failure.ts';
import { absent } from './structures.ts';

/**
 * Takes one argument from a request. What is wrong with it is recorded in the exchange, so that all failures of a
 * request are told at once; then the value does not matter.
 */
export type Take = (exchange: Exchange) => unknown;

/** The text is not there, or stands for nothing: empty, for a type that takes no empty text. */
export const ABSENT: unique symbol = Symbol('absent');

/** Of repeats: all for an array, the last for another type. `split` lets a comma separate what has no comma in it. */
export function fromTexts(converter: Converter, texts: readonly string[], split: boolean): unknown {
  if (converter.texts !== undefined) {
    const all = split && converter.commaFree ? texts.flatMap((text) => text.split(',')) : texts;
    const given = converter.takesEmpty ? all : all.filter((text) => text !== '');
    return given.length === 0 ? ABSENT : converter.texts(given);
  }
  const last = texts.at(-1);
  if (last === undefined || (last === '' && !converter.takesEmpty)) return ABSENT;
  return converter.text!(last);
}

/** The value, once it is known to be one. */
export function checked(
  exchange: Exchange,
  source: string,
  name: string | undefined,
  value: unknown,
): unknown {
  return judged(value, (failure) => exchange.refuse(source, name, failure));
}

/** The same for a value of the path, whose failure may mean that there is no such path. */
export function checkedPath(
  exchange: Exchange,
  name: string,
  value: unknown,
  unfit: Route['unfitPath'],
): unknown {
  return judged(value, (failure) => {
    if (unfit === 404) exchange.unfit = true;
    else exchange.refuse('path', name, failure);
  });
}

function judged(value: unknown, refuse: (failure: Failure) => void): unknown {
  if (value instanceof Failure) {
    refuse(value);
    return undefined;
  }
  if (!(value instanceof Promise)) return value;
  const later = value.then((inner) => judged(inner, refuse));
  // Another take may throw before this one is waited for; then its failure must not be an unhandled one.
  later.catch(() => {});
  return later;
}

/** What a value that is not there is: its default, undefined, or a failure. */
export function whenAbsent(converter: Converter, text: string | undefined): () => unknown {
  if (text !== undefined) return () => fromTexts(converter, [text], false);
  return converter.optional ? () => undefined : () => absent(converter);
}

export const MALFORMED: Failure = invalid('has a malformed percent escape');

export function takePath(
  { name, default: text }: NamedBinding,
  index: number,
  converter: Converter,
  unfit: Route['unfitPath'],
): Take {
  const missing = whenAbsent(converter, text);
  const convert = converter.text!;
  return (exchange) => {
    const given = exchange.match!.values[index]!;
    const value = given === '' && !converter.takesEmpty ? missing() : convert(given);
    return typeof value === 'object' ? checkedPath(exchange, name, value, unfit) : value;
  };
}

export function takeQuery({ name, raw, default: text }: NamedBinding, converter: Converter): Take {
  const missing = whenAbsent(converter, text);
  const many = converter.texts !== undefined;
  return (exchange) => {
    const { query } = exchange;
    let value: unknown;
    try {
      const last = many || raw ? undefined : query.get(name);
      const texts = raw ? query.raw(name) : many ? query.all(name) : last === undefined ? [] : [last];
      value = fromTexts(converter, texts, false);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      value = MALFORMED;
    }
    return checked(exchange, 'query', name, value === ABSENT ? missing() : value);
  };
}

export function takeHeader({ name, default: text }: NamedBinding, converter: Converter): Take {
  const missing = whenAbsent(converter, text);
  const key = name.toLowerCase();
  return (exchange) => {
    const given = exchange.transport.header(key);
    const texts =
      given === undefined ? [] : converter.texts ? given.split(',').map((each) => each.trim()) : [given];
    const value = fromTexts(converter, texts, false);
    return checked(exchange, 'header', name, value === ABSENT ? missing() : value);
  };
}

export function takeBody(converter: Converter): Take {
  const missing = whenAbsent(converter, undefined);
  return (exchange) => {
    if (exchange.bodyFailed) return undefined;
    const value = exchange.bodyValue;
    return checked(exchange, 'body', undefined, value === undefined ? missing() : value);
  };
}
