import { parseCookie } from 'cookie';
import type { NamedBinding } from '../../contract/route.ts';
import type { Converter } from '../../types/converter.ts';
import type { ReadStrings } from './extractor.ts';

const NONE: readonly string[] = [];

/** Where the texts of a named value are found. Not for the path, whose values have their places. */
export function compileReadStrings({ source, name, raw }: NamedBinding, converter: Converter): ReadStrings {
  const many = converter.texts !== undefined;
  switch (source) {
    case 'query':
      if (raw) return ({ query }) => query.raw(name);
      // The last alone is decoded when no more is needed.
      return many ? ({ query }) => query.all(name) : ({ query }) => toList(query.get(name));
    case 'matrix':
      return ({ path }) => path.matrix(name);
    case 'cookie':
      return many
        ? ({ transport }) => cookieValues(transport.header('cookie') ?? '', name)
        : ({ request }) => toList(request.cookies[name]);
    case 'header': {
      const key = name.toLowerCase();
      return ({ transport }) => {
        const given = transport.header(key);
        return many && given !== undefined ? given.split(',').map((each) => each.trim()) : toList(given);
      };
    }
    case 'form':
      return ({ named: { form } }) => form?.all(name) ?? NONE;
    default:
      return () => NONE;
  }
}

function toList(text: string | undefined): readonly string[] {
  return text === undefined ? NONE : [text];
}

/** All of them: those of several paths or domains have one name. */
function cookieValues(header: string, name: string): readonly string[] {
  return header.split(';').flatMap((pair) => toList(parseCookie(pair)[name]));
}
