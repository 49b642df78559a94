import { cursorContextAt } from './cursor-context.ts';
import type { SchemaLookup } from './schema.ts';
import { describeSchemas } from './suggestions.ts';
import { allowedValues, toJson } from './values.ts';

/** The explanation of a key or value from the schema. */
export interface Explanation {
  readonly start: number;
  readonly end: number;
  /** The path of the key, such as `profile.main`. */
  readonly key: string;
  readonly meaning: string;
  /** Rows of label and text: values, default, example, since. */
  readonly facts: readonly (readonly [name: string, text: string])[];
}

/** Explains the character at an offset; undefined if the schema does not describe it. */
export function explanationAt(schema: SchemaLookup, text: string, offset: number): Explanation | undefined {
  const place = cursorContextAt(text, offset + 0.5);
  if (place === undefined || place.start === place.end) return undefined;
  const path = place.role === 'key' ? [...place.path, place.text] : place.path;
  const schemas = schema.schemasAt(path);
  const meaning = describeSchemas(schemas);
  if (meaning === '') return undefined;
  const name = path.findLast((step) => typeof step === 'string');
  const siblings = schema.keysAt(path.slice(0, path.lastIndexOf(name ?? '')));
  const required = siblings.some((key) => key.name === name && key.required);
  const choices = allowedValues(schemas).map(toJson);
  const first = <Field extends 'default' | 'x-since'>(field: Field): unknown =>
    schemas.find((each) => each[field] !== undefined)?.[field];
  const byDefault = first('default');
  const examples = schemas[0]?.examples ?? [];
  const since = first('x-since');
  const facts: [string, string][] = [
    ['values', choices.join(', ')],
    ['default', required ? 'none: required' : byDefault === undefined ? '' : toJson(byDefault)],
    ['example', choices.length > 0 || examples.length === 0 ? '' : toJson(examples[0])],
    ['since', typeof since === 'string' ? `format ${since}` : ''],
  ];
  return {
    start: place.start,
    end: place.end,
    key: path.filter((step) => typeof step === 'string').join('.'),
    meaning,
    facts: facts.filter(([, value]) => value !== ''),
  };
}
