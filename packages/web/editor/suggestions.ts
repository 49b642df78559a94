import { placeAt, type Place } from './place.ts';
import type { Key, Lookup, Schema } from './schema.ts';
import { blankOf, choicesOf, valuesOf, type Value } from './values.ts';

/** What could be written at a place. */
export interface Suggestion {
  readonly label: string;
  /** A word on it: that it is required, a default, an example. */
  readonly detail: string;
  readonly meaning: string;
  /** What replaces the place, from its start to its end. */
  readonly insert: string;
  /** Where the caret goes, counted from the start of `insert`. */
  readonly caret: number;
  /** Whether there is something to suggest at the caret then. */
  readonly goesOn: boolean;
}

export interface Suggestions {
  readonly place: Place;
  readonly all: readonly Suggestion[];
}

/** Keys or values that fit at an offset; undefined where the schema knows none. */
export function suggestionsAt(schema: Lookup, text: string, offset: number): Suggestions | undefined {
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const all =
    place.role === 'key'
      ? schema
          .keysAt(place.path)
          .filter(({ name }) => !place.siblings.has(name))
          .map((key) => keySuggestion(key, place))
      : valueSuggestions(schema.schemasAt(place.path), text.charAt(place.start) === '"');
  return all.length === 0 ? undefined : { place, all };
}

function keySuggestion({ name, required, schemas }: Key, place: Place): Suggestion {
  const about = { label: name, detail: required ? 'required' : '', meaning: meaningOf(schemas) };
  const key = JSON.stringify(name);
  // A key that has its value already keeps it.
  if (place.next === ':') return { ...about, insert: key, caret: key.length, goesOn: false };
  const blank = choicesOf(schemas).length > 0 ? '' : blankOf(schemas);
  const before = `${key}: `;
  return {
    ...about,
    insert: `${before}${blank}${place.next.startsWith('"') ? ',' : ''}`,
    caret: before.length + blank.length / 2,
    goesOn: blank !== '[]',
  };
}

function valueSuggestions(schemas: readonly Schema[], quoted: boolean): readonly Suggestion[] {
  const meaning = meaningOf(schemas);
  return valuesOf(schemas)
    .filter((value) => value.text || !quoted)
    .map(({ label, json, kind }: Value) => ({
      label,
      detail: kind === 'choice' ? '' : kind,
      meaning,
      insert: json,
      caret: json.length,
      goesOn: false,
    }));
}

/** The outermost description: it speaks about the place, those within about the values that may stand there. */
export function meaningOf(schemas: readonly Schema[]): string {
  return schemas.find(({ description }) => description !== undefined)?.description ?? '';
}
