import type { Exchange } from '../exchange/exchange.ts';
import type { NamedBody } from '../readers/names.ts';
import type { PositionBinding, RestBinding, Route } from '../route.ts';
import { ABSENT, settle, type Converter } from './converter.ts';
import { Failure, invalid } from './failure.ts';
import { named, placesIn } from './named.ts';
import { absent } from './structures.ts';
import { checked, checkedPath, fromTexts, whenAbsent, type Take } from './take.ts';

export function takePosition(
  { name, index }: PositionBinding,
  converter: Converter,
  unfit: Route['unfitPath'],
): Take {
  const missing = whenAbsent(converter, undefined);
  return (exchange) => {
    const bits = exchange.match!.positional ?? [];
    const body = exchange.named;
    const place = index - bits.length;
    const given = named(exchange, name, converter);
    if (place >= 0 && place >= placesIn(body)) {
      if (given !== undefined) return checked(exchange, given.source, name, given.value);
      if (exchange.bodyFailed) return undefined;
      return checkedPath(exchange, name, missing(exchange), unfit);
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
    const body = exchange.named;
    const values = bits.slice(index).map((bit) => takeBit(exchange, name, bit, converter, unfit));
    for (let place = Math.max(index - bits.length, 0); place < placesIn(body); place += 1) {
      values.push(takePlace(exchange, name, body, place, converter));
    }
    return settle(values, (settled) => settled);
  };
}

/** Whether a bit of the path does not convert, as far as that can be known without waiting. */
export function bitsUnfit(
  exchange: Exchange,
  wanted: readonly { readonly index: number; readonly rest: boolean; readonly converter: Converter }[],
): boolean {
  const bits = exchange.match!.positional ?? [];
  return wanted.some(
    ({ index, rest, converter }) =>
      !converter.async &&
      bits
        .slice(index, rest ? undefined : index + 1)
        .some((bit) => bitValue(bit, converter) instanceof Failure),
  );
}

function takeBit(
  exchange: Exchange,
  name: string,
  bit: string,
  converter: Converter,
  unfit: Route['unfitPath'],
): unknown {
  return checkedPath(exchange, name, bitValue(bit, converter), unfit);
}

function bitValue(bit: string, converter: Converter): unknown {
  if (converter.text === undefined) return invalid('cannot be given as text');
  const value = fromTexts(converter, [bit], true);
  return value === ABSENT ? absent(converter) : value;
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
