import { cursorContextAt, type CursorContext } from './cursor-context.ts';
import type { Key, SchemaLookup, Schema } from './schema.ts';
import { emptyValue, allowedValues, suggestedValues, type Value } from './values.ts';

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
  readonly suggestsNext: boolean;
}

export interface Suggestions {
  readonly place: CursorContext;
  readonly all: readonly Suggestion[];
}

/** Keys or values that fit at an offset; undefined where the schema knows none. */
export function suggestionsAt(schema: SchemaLookup, text: string, offset: number): Suggestions | undefined {
  const place = cursorContextAt(text, offset);
  if (place === undefined) return undefined;
  const all =
    place.role === 'key'
      ? schema
          .keysAt(place.path)
          .filter(({ name }) => !place.siblings.has(name))
          .map((key) => toKeySuggestion(key, place))
      : toValueSuggestions(schema.schemasAt(place.path), text.charAt(place.start) === '"');
  return all.length === 0 ? undefined : { place, all };
}

function toKeySuggestion({ name, required, schemas }: Key, place: CursorContext): Suggestion {
  const about = { label: name, detail: required ? 'required' : '', meaning: describeSchemas(schemas) };
  const key = JSON.stringify(name);
  // A key that has its value already keeps it.
  if (place.next === ':') return { ...about, insert: key, caret: key.length, suggestsNext: false };
  const blank = allowedValues(schemas).length > 0 ? '' : emptyValue(schemas);
  const before = `${key}: `;
  return {
    ...about,
    insert: `${before}${blank}${place.next.startsWith('"') ? ',' : ''}`,
    caret: before.length + blank.length / 2,
    suggestsNext: blank !== '[]',
  };
}

function toValueSuggestions(schemas: readonly Schema[], quoted: boolean): readonly Suggestion[] {
  const meaning = describeSchemas(schemas);
  return suggestedValues(schemas)
    .filter((value) => value.isString || !quoted)
    .map(({ label, json, kind }: Value) => ({
      label,
      detail: kind === 'choice' ? '' : kind,
      meaning,
      insert: json,
      caret: json.length,
      suggestsNext: false,
    }));
}

/** The outermost description: it speaks about the place, those within about the values that may stand there. */
export function describeSchemas(schemas: readonly Schema[]): string {
  return schemas.find(({ description }) => description !== undefined)?.description ?? '';
}
