import { parseCookie } from 'cookie';
import type { NamedBinding } from '../../contract/route.ts';
import type { Converter } from '../../types/converter.ts';
import type { ReadStrings } from './extractor.ts';

/** A source of named strings. Path variables are excluded, because they are extracted by index. */
export type StringSource = Exclude<NamedBinding['source'], 'path'>;

/**
 * Creates the function that reads a binding's strings. `isList`: whether the binding needs all strings of the name,
 * instead of only one.
 */
type CompileRead = (binding: NamedBinding, isList: boolean) => ReadStrings;

const NONE: readonly string[] = [];

const READS: Readonly<Record<StringSource, CompileRead>> = {
  query({ name, raw }, isList) {
    if (raw) return ({ query }) => query.raw(name);
    // Decodes only the last string if the binding needs only one.
    return isList ? ({ query }) => query.all(name) : ({ query }) => toList(query.get(name));
  },
  matrix:
    ({ name }) =>
    ({ path }) =>
      path.matrix(name),
  cookie: ({ name }, isList) =>
    isList
      ? ({ transport }) => cookieValues(transport.header('cookie') ?? '', name)
      : ({ request }) => toList(request.cookies[name]),
  header({ name }, isList) {
    const key = name.toLowerCase();
    return ({ transport }) => {
      const given = transport.header(key);
      return isList && given !== undefined ? given.split(',').map((each) => each.trim()) : toList(given);
    };
  },
  form:
    ({ name }) =>
    ({ named: { form } }) =>
      form?.all(name) ?? NONE,
};

/** Compiles the function that reads a binding's strings from a request. */
export function compileReadStrings(
  source: StringSource,
  binding: NamedBinding,
  converter: Converter,
): ReadStrings {
  return READS[source](binding, converter.texts !== undefined);
}

function toList(value: string | undefined): readonly string[] {
  return value === undefined ? NONE : [value];
}

/** Returns the values of all cookies with the name, because cookies for different paths or domains may share a name. */
function cookieValues(header: string, name: string): readonly string[] {
  return header.split(';').flatMap((pair) => toList(parseCookie(pair)[name]));
}
