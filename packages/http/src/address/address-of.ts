import type { Route } from '../contract/route.ts';
import { encodeSegment } from '../protocol/encode.ts';
import { routeName } from '../report/findings.ts';
import { AddressError, type AddressProblem } from './address-error.ts';
import { addressParts, type AddressPart } from './address-parts.ts';
import { compileFiller } from './fill-pattern.ts';
import { joinPatterns } from '../routing/prefix.ts';
import { prefixesOf } from './route-owners.ts';

/** Values of path variables, query parameters and matrix parameters, by name. Undefined and null count as missing. */
export type AddressValues = Readonly<Record<string, unknown>>;

/** Options for building an address. */
export interface AddressOptions {
  /**
   * Prefix of the address: the path under which a proxy serves the application (`/api`), or an absolute URL
   * (`https://example.org/api`, or `wss://example.org/api` for a WebSocket route).
   */
  readonly base?: string;
  /** The prefix to use, such as `/admin`, if the route's router is mounted at several prefixes (default: the first). */
  readonly prefix?: string;
}

type PartStrings = ReadonlyMap<AddressPart, readonly string[]>;
type AddressBuilder = (values: AddressValues, options: AddressOptions) => string;

const builders = new WeakMap<Route, Map<string, AddressBuilder>>();

/**
 * Builds the percent-encoded address (path, matrix parameters, query) that passes these values to the route.
 *
 *     addressOf(one, { id: 7, tag: ['a', 'b'] })   // /notes/7?tag=a&tag=b
 *
 * Values are checked as in a request: by type, schema and the pattern's regular expressions, but not by asynchronous
 * checks. The address includes the prefix at which the route's router is mounted.
 *
 * @throws AddressError that lists every missing or unknown name and every value that the route would reject
 */
export function addressOf(route: Route, values: AddressValues = {}, options: AddressOptions = {}): string {
  return addressOfOwned(route, route, values, options);
}

/** Builds an address like {@link addressOf}. `key` is the object for which the owners of the route were recorded. */
export function addressOfOwned(
  route: Route,
  key: object,
  values: AddressValues,
  options: AddressOptions,
): string {
  const prefix = selectPrefix(route, prefixesOf(key), options.prefix);
  let byPrefix = builders.get(route);
  if (byPrefix === undefined) builders.set(route, (byPrefix = new Map()));
  let build = byPrefix.get(prefix);
  if (build === undefined) {
    const placed = prefix === '' ? route : { ...route, path: joinPatterns(prefix, route.path) };
    byPrefix.set(prefix, (build = createAddressBuilder(placed)));
  }
  return build(values, options);
}

function selectPrefix(route: Route, prefixes: readonly string[], chosen: string | undefined): string {
  if (chosen === undefined) return prefixes[0] ?? '';
  if (prefixes.includes(chosen)) return chosen;
  const known = prefixes.filter((prefix) => prefix !== '');
  throw new AddressError(
    routeName(route),
    [{ name: 'prefix', detail: `is not one of the route's prefixes: ${JSON.stringify(chosen)}` }],
    known.length === 0 ? 'its router is not mounted' : `prefixes: ${known.join(', ')}`,
  );
}

function createAddressBuilder(route: Route): AddressBuilder {
  const filler = compileFiller(route.path);
  const { parts, elsewhere } = addressParts(route.bindings);
  const names = new Set([...filler.names, ...parts.map(({ name }) => name)]);
  const isOptional = (name: string): boolean =>
    parts.some((part) => part.source === 'path' && part.name === name && part.optional);
  return (values, { base = '' }) => {
    const problems: AddressProblem[] = unknownValues(values, names, elsewhere);
    const strings = new Map<AddressPart, readonly string[]>();
    for (const part of parts) {
      const given = valueOf(values, part.name);
      const each = given === undefined ? missingValue(part) : part.toStrings(given);
      if ('detail' in each) addOnce(problems, each);
      else strings.set(part, each);
    }
    const inPath = Object.create(null) as Record<string, string>;
    for (const name of filler.names) {
      const bound = parts.find((part) => part.source === 'path' && part.name === name);
      const text = bound === undefined ? unboundVariable(values, name) : strings.get(bound)?.[0];
      if (text !== undefined) inPath[name] = text;
      // An empty value is valid only for a catch-all variable; the filler rejects it for any other.
      else if (isOptional(name) && valueOf(values, name) === undefined) inPath[name] = '';
    }
    const path = filler.pathOf(inPath);
    if (typeof path !== 'string') for (const each of path) addOnce(problems, each);
    if (problems.length > 0 || typeof path !== 'string')
      throw new AddressError(routeName(route), problems, listNames(names));
    return `${normalizeBase(base, route)}${path}${printMatrix(strings)}${printQuery(strings, route)}`;
  };
}

function valueOf(values: AddressValues, name: string): unknown {
  return Object.hasOwn(values, name) ? (values[name] ?? undefined) : undefined;
}

function missingValue(part: AddressPart): readonly string[] | AddressProblem {
  return part.optional || part.source === 'path' ? [] : { name: part.name, detail: 'is missing' };
}

/** Returns the value of a path variable that no argument binds, as a string; undefined if it is missing. */
function unboundVariable(values: AddressValues, name: string): string | undefined {
  const value = valueOf(values, name);
  return value === undefined ? undefined : String(value);
}

/** Adds the problem unless another one is listed for the same name. */
function addOnce(problems: AddressProblem[], problem: AddressProblem): void {
  if (!problems.some(({ name }) => name === problem.name)) problems.push(problem);
}

function unknownValues(
  values: AddressValues,
  names: ReadonlySet<string>,
  elsewhere: ReadonlyMap<string, string>,
): AddressProblem[] {
  return Object.keys(values).flatMap((name) => {
    if (names.has(name)) return [];
    const source = elsewhere.get(name);
    const article = source === 'form' ? 'a form field' : `a ${source}`;
    return [
      {
        name,
        detail: source === undefined ? 'is unknown' : `is ${article}, which is not part of an address`,
      },
    ];
  });
}

function listNames(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'it has no parameters' : `parameters: ${[...names].join(', ')}`;
}

/** Removes trailing slashes from the base. Throws {@link AddressError} if it is neither a path nor an http(s) or ws(s) URL. */
function normalizeBase(base: string, route: Route): string {
  const isOne = /^(?:(?:https?|wss?):\/\/[^/?#\s]+)?(?:\/[^?#\s]*)?$/i.test(base);
  if (isOne) return base.replace(/\/+$/, '');
  throw new AddressError(routeName(route), [
    { name: 'base', detail: `is neither a path nor an http(s) URL: ${JSON.stringify(base)}` },
  ]);
}

function printMatrix(strings: PartStrings): string {
  return [...pairsOf(strings, 'matrix')]
    .map(([{ name }, text]) => `;${encodeMatrix(name)}=${encodeMatrix(text)}`)
    .join('');
}

/**
 * Encodes a name or value of a matrix parameter like a path segment, except that `=` is also encoded, because it would
 * end the name.
 */
function encodeMatrix(text: string): string {
  return encodeSegment(text).replaceAll('=', '%3D');
}

function printQuery(strings: PartStrings, route: Route): string {
  const pairs = [...pairsOf(strings, 'query')].map(
    ([part, text]) => `${encodeURIComponent(part.name)}=${encodeQueryValue(part, text, route)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * Yields each string of the parts of a source, with its part. If several arguments bind the same name, only the first
 * of them is included.
 */
function* pairsOf(strings: PartStrings, source: AddressPart['source']): Generator<[AddressPart, string]> {
  const printed = new Set<string>();
  for (const [part, all] of strings) {
    if (part.source !== source || printed.has(part.name)) continue;
    printed.add(part.name);
    for (const text of all) yield [part, text];
  }
}

/** Encodes a value. A raw value is sent unchanged, so it must be valid in a query. */
function encodeQueryValue({ name, raw }: AddressPart, text: string, route: Route): string {
  if (!raw) return encodeURIComponent(text.toWellFormed());
  if (/^[\w!$'()*+,\-./:;=?@~%]*$/.test(text)) return text;
  throw new AddressError(routeName(route), [
    {
      name,
      detail: `is sent unencoded, but contains characters that are invalid in a query: ${JSON.stringify(text)}`,
    },
  ]);
}
