import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { NamedBody } from '../readers/names.ts';
import type { NameBinding, ObjectBinding, PositionBinding, RestBinding, Route } from '../route.ts';
import { compileType } from './compile-type.ts';
import { settle, type Converter } from './converter.ts';
import { Failure, invalid, unknownName } from './failure.ts';
import { absent } from './structures.ts';
import { ABSENT, checked, fromTexts, MALFORMED, whenAbsent, type Take } from './take.ts';

/**
 * Arguments that come by name from query and body, or by place from the path and a JSON array. The plan has read the
 * body as a {@link NamedBody} before any of these runs.
 */
function bodyOf(exchange: Exchange): NamedBody {
  return exchange.bodyValue as NamedBody;
}

/** Names that would reach behind an object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

interface Given {
  readonly source: 'query' | 'form' | 'body';
  readonly value: unknown;
}

/** The value of that name, converted; undefined when it is not there. A body's field wins over the query. */
function named(exchange: Exchange, name: string, converter: Converter): Given | undefined {
  const { json, form } = bodyOf(exchange);
  if (json !== undefined && Object.hasOwn(json, name))
    return { source: 'body', value: converter.json(json[name]) };
  for (const [source, values] of [
    ['form', form],
    ['query', exchange.query],
  ] as const) {
    if (values === undefined || values.raw(name).length === 0) continue;
    const value = textValue(() => fromTexts(converter, values.all(name), true));
    return value === ABSENT ? undefined : { source, value };
  }
  return undefined;
}

function textValue(convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    if (error instanceof URIError) return MALFORMED;
    throw error;
  }
}

/** Where the client would have put a value that is missing. */
function usualSource(exchange: Exchange): string {
  return exchange.transport.hasBody ? 'body' : 'query';
}

/** What is missing from a body that could not be read is not told as well. */
function missed(exchange: Exchange, name: string, missing: () => unknown): unknown {
  return exchange.bodyFailed ? undefined : checked(exchange, usualSource(exchange), name, missing());
}

export function takeName({ name }: NameBinding, converter: Converter): Take {
  const missing = whenAbsent(converter, undefined);
  return (exchange) => {
    const given = named(exchange, name, converter);
    return given === undefined
      ? missed(exchange, name, missing)
      : checked(exchange, given.source, name, given.value);
  };
}

export function takePosition(
  { name, index }: PositionBinding,
  converter: Converter,
  unfit: Route['unfitPath'],
): Take {
  const missing = whenAbsent(converter, undefined);
  return (exchange) => {
    const bits = exchange.match!.positional ?? [];
    const body = bodyOf(exchange);
    const place = index - bits.length;
    const given = named(exchange, name, converter);
    if (place >= 0 && place >= placesIn(body)) {
      if (given !== undefined) return checked(exchange, given.source, name, given.value);
      if (exchange.bodyFailed) return undefined;
      const value = missing();
      if (unfit === 404 && value instanceof Failure) throw new HttpError('not-found');
      return checked(exchange, 'path', name, value);
    }
    if (given !== undefined) {
      const where = place < 0 ? 'path' : 'body';
      return checked(exchange, given.source, name, invalid(`was given by its place in the ${where} already`));
    }
    return place < 0
      ? takeBit(exchange, name, bits[index]!, converter, unfit)
      : takePlace(exchange, name, body, place, converter);
  };
}

/** Every argument from `index` on, as an array that the plan spreads. */
export function takeRest(
  { name, index }: RestBinding,
  converter: Converter,
  unfit: Route['unfitPath'],
): Take {
  return (exchange) => {
    const bits = exchange.match!.positional ?? [];
    const body = bodyOf(exchange);
    const values = bits.slice(index).map((bit) => takeBit(exchange, name, bit, converter, unfit));
    for (let place = Math.max(index - bits.length, 0); place < placesIn(body); place += 1) {
      values.push(takePlace(exchange, name, body, place, converter));
    }
    return settle(values, (settled) => settled);
  };
}

/** Throws 404 when a bit of the path does not convert. */
export function judgeBits(
  exchange: Exchange,
  arguments_: readonly { readonly index: number; readonly rest: boolean; readonly converter: Converter }[],
): void {
  const bits = exchange.match!.positional ?? [];
  for (const { index, rest, converter } of arguments_) {
    for (const bit of bits.slice(index, rest ? undefined : index + 1))
      takeBit(exchange, '', bit, converter, 404);
  }
}

/** How many arguments by place the body holds. */
function placesIn(body: NamedBody): number {
  return body.text === undefined ? body.positional.length : 1;
}

function takeBit(
  exchange: Exchange,
  name: string,
  bit: string,
  converter: Converter,
  unfit: Route['unfitPath'],
): unknown {
  const text =
    converter.text === undefined ? invalid('cannot be given as text') : fromTexts(converter, [bit], true);
  const value = text === ABSENT ? absent(converter) : text;
  if (unfit !== 404) return checked(exchange, 'path', name, value);
  return settle([value], ([settled]) => {
    if (settled instanceof Failure) throw new HttpError('not-found');
    return settled;
  });
}

function takePlace(
  exchange: Exchange,
  name: string,
  body: NamedBody,
  place: number,
  converter: Converter,
): unknown {
  if (body.text === undefined) {
    const value = converter.json(body.positional[place]);
    return checked(exchange, 'body', name, value instanceof Failure ? value.below(place) : value);
  }
  const value = converter.text === undefined ? invalid('cannot be given as text') : converter.text(body.text);
  return checked(exchange, 'body', name, value);
}

export function takeObject({ type, optional }: ObjectBinding, taken: ReadonlySet<string>): Take {
  const fields = Object.entries(type.fields).map(([name, of]) => [name, compileType(of)] as const);
  const own = new Set(fields.map(([name]) => name));
  const rest = type.rest === undefined ? undefined : compileType(type.rest);
  return (exchange) => {
    const values: (readonly [string, unknown])[] = [];
    const absentOnes: (readonly [string, Converter])[] = [];
    for (const [name, converter] of fields) {
      const given = named(exchange, name, converter);
      if (given !== undefined) values.push([name, checked(exchange, given.source, name, given.value)]);
      else if (!converter.optional) absentOnes.push([name, converter]);
    }
    if (rest !== undefined) {
      for (const [name] of namesOf(exchange)) {
        if (own.has(name) || taken.has(name) || FORBIDDEN.has(name)) continue;
        const given = named(exchange, name, rest);
        if (given !== undefined) values.push([name, checked(exchange, given.source, name, given.value)]);
      }
    }
    if (optional && values.length === 0) return undefined;
    for (const [name, converter] of absentOnes) {
      values.push([name, missed(exchange, name, () => absent(converter))]);
    }
    return settle(
      values.map(([, value]) => value),
      (settled) => Object.fromEntries(values.map(([name], index) => [name, settled[index]])),
    );
  };
}

/** Every name of query and body, each with where it was seen last. */
function namesOf(exchange: Exchange): Map<string, string> {
  const { json, form } = bodyOf(exchange);
  const names = new Map<string, string>();
  for (const name of exchange.query.names()) names.set(name, 'query');
  for (const name of form?.names() ?? []) names.set(name, 'form');
  for (const name of Object.keys(json ?? {})) names.set(name, 'body');
  return names;
}

/**
 * Refuses what no binding takes: names when `closed` (undefined: any name is taken), places past the last, and, always,
 * the names that would reach behind an object.
 */
export function refuseUnknown(
  exchange: Exchange,
  closed: ReadonlySet<string> | undefined,
  places: number,
): void {
  for (const [name, source] of namesOf(exchange)) {
    if (FORBIDDEN.has(name) || (closed !== undefined && !closed.has(name))) {
      exchange.refuse(source, name, unknownName());
    }
  }
  const body = bodyOf(exchange);
  const bits = exchange.match!.positional?.length ?? 0;
  const surplus = Math.min(bits + placesIn(body) - places, placesIn(body));
  if (surplus > 0) exchange.refuse('body', undefined, invalid(`has ${surplus} values more than fit`));
}
