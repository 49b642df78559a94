import type { JsonSchema } from './json-schema.ts';

/** A result that is declared in the source of a handler, as plain data. A handler may declare several results. */
export interface DeclaredResult {
  /** The status, if the declared type contains it: `RestResponse<Note, 201>`. */
  readonly status?: number;
  /**
   * The form of the result: a value that can be written as JSON, a string, bytes, the items of an iterable, an event
   * stream, no result, or any of these (`unknown`).
   */
  readonly form: 'json' | 'text' | 'bytes' | 'items' | 'events' | 'none' | 'unknown';
  /** The schema of the JSON, the string or each item. Declared types are in `$defs`. */
  readonly schema?: JsonSchema;
  /** Description, from `@returns`. */
  readonly description?: string;
  /** The media type, if it differs from the default of the form. */
  readonly mediaType?: string;
}
