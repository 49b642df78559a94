import { mediaTypesIn } from '../components/header-text.ts';
import type { Note } from '../recording/records.ts';
import { all } from '../reading/method.ts';

const HEADERS = { consumes: 'accept', produces: 'content-type' } as const;

/** The media types that the nearest class says that says any, by their own annotation or by `@Header`. */
export function mediaOf(
  levels: readonly (readonly Note[])[],
  kind: keyof typeof HEADERS,
): readonly string[] | undefined {
  for (const notes of levels) {
    const [own] = all(notes, kind);
    const types = own?.types ?? headerTypes(notes, kind);
    if (types.length > 0) return types.flatMap(split);
  }
  return undefined;
}

/** Those that `@Header` says. */
export function headerTypes(notes: readonly Note[], kind: keyof typeof HEADERS): readonly string[] {
  return mediaTypesIn(
    all(notes, 'headers').flatMap(({ texts }) => texts),
    HEADERS[kind],
  );
}

/** One text may hold several, as a header does. */
function split(text: string): string[] {
  return text
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
