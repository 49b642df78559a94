import { changeCase } from '../type/key-names.ts';
import { ANY, BOOLEAN, expand, NUMBER, STRING, unite, without, type Shape } from './shape.ts';
import { filterAlternatives, filterProperties, literalsOf, withOptional } from './structure.ts';

/** Built-in types of the language and the runtimes, by name. */
const BUILT_IN: Readonly<Record<string, (...args: readonly Shape[]) => Shape>> = {
  Date: () => ({ kind: 'value', schema: { type: 'string', format: 'date-time' } }),
  URL: () => ({ kind: 'value', schema: { type: 'string', format: 'uri' } }),
  String: () => STRING,
  Number: () => NUMBER,
  Boolean: () => BOOLEAN,
  Array: array,
  ReadonlyArray: array,
  Readonly: (of = ANY) => of,
  NoInfer: (of = ANY) => of,
  Awaited: (of = ANY) => of,
  Promise: (of = ANY) => of,
  PromiseLike: (of = ANY) => of,
  Partial: (of = ANY) => withOptional(of, true),
  Required: (of = ANY) => withOptional(of, false),
  NonNullable: (of = ANY) => without(of, 'null', 'undefined'),
  Pick: (of = ANY, keys = STRING) => filterProperties(of, keys, true),
  Omit: (of = ANY, keys = STRING) => filterProperties(of, keys, false),
  Exclude: (of = ANY, filter = ANY) => filterAlternatives(of, filter, false),
  Extract: (of = ANY, filter = ANY) => filterAlternatives(of, filter, true),
  Record: record,
  Function: () => ({ kind: 'omitted' }),
  Lowercase: (of = STRING) => withCase('Lowercase', of),
  Uppercase: (of = STRING) => withCase('Uppercase', of),
  Capitalize: (of = STRING) => withCase('Capitalize', of),
  Uncapitalize: (of = STRING) => withCase('Uncapitalize', of),
  ...each(['Uint8Array', 'Buffer', 'ArrayBuffer', 'Blob', 'File', 'ReadableStream', 'Readable'], () => ({
    kind: 'bytes',
  })),
  ...each(
    [
      'AsyncIterable',
      'AsyncIterableIterator',
      'AsyncIteratorObject',
      'AsyncGenerator',
      'IterableIterator',
      'IteratorObject',
      'Generator',
    ],
    (of = ANY) => ({ kind: 'items', of }),
  ),
};

/** Writ's classes for responses, by export name. */
const RESPONSES: Readonly<Record<string, (...args: readonly Shape[]) => Shape>> = {
  EventStream: () => ({ kind: 'events' }),
  RestResponse: (body = ANY, status = NUMBER) => ({ kind: 'response', body, status }),
};

/** Returns the shape of a type of the language or the runtime; undefined for other names. */
export function builtIn(name: string, args: readonly Shape[]): Shape | undefined {
  return Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]!(...args) : undefined;
}

/** Returns the shape of one of Writ's classes for responses; undefined for other types. */
export function writType(specifier: string, name: string, args: readonly Shape[]): Shape | undefined {
  const isWrit = specifier.startsWith('@writ/') && Object.hasOwn(RESPONSES, name);
  return isWrit ? RESPONSES[name]!(...args) : undefined;
}

function each(
  names: readonly string[],
  make: (...args: readonly Shape[]) => Shape,
): Readonly<Record<string, (...args: readonly Shape[]) => Shape>> {
  return Object.fromEntries(names.map((name) => [name, make]));
}

/** Returns the literals of a type such as `Uppercase<'a' | 'b'>`; any string for other types. */
function withCase(name: string, of: Shape): Shape {
  const values = literalsOf(of);
  const changed = values && changeCase(name, values);
  return changed === undefined ? STRING : unite(changed.map((value): Shape => ({ kind: 'literal', value })));
}

function array(of: Shape = ANY): Shape {
  return { kind: 'array', of };
}

/** Returns the shape of a record: `Record<string, T>` has any key, and `Record<'a' | 'b', T>` has only these keys. */
function record(keys: Shape = STRING, of: Shape = ANY): Shape {
  const names = literalsOf(keys);
  if (names === undefined || expand(keys).kind === 'never')
    return { kind: 'object', properties: new Map(), rest: of };
  const properties = new Map(names.map((name) => [String(name), { shape: of, optional: false }]));
  return { kind: 'object', properties };
}
