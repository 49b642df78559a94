import { cursorContextAt, type CursorContext } from './cursor-context.ts';
import type { Key, SchemaLookup, Schema } from './schema.ts';
import { emptyValue, allowedValues, suggestedValues, type Value } from './values.ts';

/** A suggested key or value. */
export interface Suggestion {
  readonly label: string;
  /** `required`, `default` or `example`; empty otherwise. */
  readonly detail: string;
  readonly meaning: string;
  /** The replacement for the context's range. */
  readonly insert: string;
  /** The caret position, relative to the start of `insert`. */
  readonly caret: number;
  /** Whether to open suggestions at the new caret position. */
  readonly suggestsNext: boolean;
}

export interface Suggestions {
  readonly place: CursorContext;
  readonly all: readonly Suggestion[];
}

/** Suggests keys or values at an offset; undefined if the schema has none. */
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
  const common = { label: name, detail: required ? 'required' : '', meaning: describeSchemas(schemas) };
  const key = JSON.stringify(name);
  // Preserve the existing value of a key.
  if (place.next === ':') return { ...common, insert: key, caret: key.length, suggestsNext: false };
  const blank = allowedValues(schemas).length > 0 ? '' : emptyValue(schemas);
  const before = `${key}: `;
  return {
    ...common,
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

/** The outermost description, which describes the key; inner descriptions describe possible values. */
export function describeSchemas(schemas: readonly Schema[]): string {
  return schemas.find(({ description }) => description !== undefined)?.description ?? '';
}
