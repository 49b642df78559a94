import { HttpError } from '../errors/http-error.ts';
import { decode } from './decode.ts';

/** Limits on the number of names in a query or form and on the length of a query value. */
export interface NameLimits {
  readonly names: number;
  /** Maximum length of a value in bytes, as sent. */
  readonly value: number;
}

/**
 * The query of a request. Names are decoded when the query is parsed, and values when they are read. `+` is decoded as
 * a space.
 */
export interface Query {
  /** Returns the last value with the name. Throws `URIError` if the value cannot be decoded. */
  get(name: string): string | undefined;
  /** Returns all values with the name, in order. Throws `URIError` if one of them cannot be decoded. */
  all(name: string): readonly string[];
  /** Returns all values with the name as they were sent. */
  raw(name: string): readonly string[];
  /** Whether the last occurrence of the name has no `=`, as in `?verbose`. */
  isFlag(name: string): boolean;
  /** Returns the distinct names, in the order in which they occur in the query. */
  names(): Iterable<string>;
}

const NONE: readonly string[] = [];

export const EMPTY_QUERY: Query = {
  get: () => undefined,
  all: () => NONE,
  raw: () => NONE,
  isFlag: () => false,
  names: () => NONE,
};

/**
 * Parses a query without its `?`. Throws an `HttpError` with status 400 if a name cannot be decoded or a limit is
 * exceeded.
 */
export function parseQuery(text: string, limits: NameLimits): Query {
  return parseNames(text, 'query', limits.names, limits.value);
}

/** Creates a query from decoded strings. */
export function queryFromMap(values: ReadonlyMap<string, readonly string[]>): Query {
  const all = (name: string): readonly string[] => values.get(name) ?? NONE;
  return { get: (name) => all(name).at(-1), all, raw: all, isFlag: () => false, names: () => values.keys() };
}

/** Parses a form. Only the body limit restricts the length of its values. */
export function parseForm(text: string, { names }: NameLimits): Query {
  return parseNames(text, 'form', names, Infinity);
}

function parseNames(text: string, what: string, maxNames: number, maxValue: number): Query {
  if (text === '') return EMPTY_QUERY;
  // A single value is stored without an array, because most names occur only once and an array would cost more than the
  // value.
  const values = new Map<string, string | string[]>();
  let flags: Set<string> | undefined;
  let equalsAt = text.indexOf('=');
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    const and = text.indexOf('&', start);
    end = and === -1 ? text.length : and;
    if (end === start) continue;
    // The next equals sign is searched for only when the last one has been passed. Otherwise, the search for each pair
    // could scan the string to its end.
    if (equalsAt !== -1 && equalsAt < start) equalsAt = text.indexOf('=', start);
    const equals = equalsAt === -1 || equalsAt > end ? end : equalsAt;
    const name = decodeName(text.slice(start, equals), what);
    const value = text.slice(equals + 1, end);
    if (value.length > maxValue) {
      throw new HttpError('invalid-query', `a value in the ${what} is longer than ${maxValue} bytes`);
    }
    if (equals === end) (flags ??= new Set()).add(name);
    else flags?.delete(name);
    const others = values.get(name);
    if (others === undefined) values.set(name, value);
    else if (typeof others === 'string') values.set(name, [others, value]);
    else others.push(value);
    if (values.size > maxNames) {
      throw new HttpError('invalid-query', `the ${what} has more than ${maxNames} names`);
    }
  }
  const raw = (name: string): readonly string[] => {
    const found = values.get(name);
    return found === undefined ? NONE : typeof found === 'string' ? [found] : found;
  };
  return {
    get(name) {
      const found = values.get(name);
      if (found === undefined) return undefined;
      return decodeValue(typeof found === 'string' ? found : found.at(-1)!);
    },
    all: (name) => raw(name).map(decodeValue),
    raw,
    isFlag: (name) => flags?.has(name) ?? false,
    names: () => values.keys(),
  };
}

function decodeName(text: string, what: string): string {
  try {
    return decodeValue(text);
  } catch {
    throw new HttpError('invalid-query', `a name in the ${what} has a malformed percent escape`);
  }
}

function decodeValue(text: string): string {
  return decode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
