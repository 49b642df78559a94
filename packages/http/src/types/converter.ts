import type { RoutingContext } from '../contract/context.ts';
import type { FileUpload } from '../contract/file-upload.ts';

/** No value: the string is absent, or empty for a type without empty strings, or a reader returned null. */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * A compiled {@link import('../contract/type.ts').Type}. A conversion returns the value, a {@link
 * import('./failure.ts').Failure}, or, if `async`, possibly a promise of one of them.
 */
export interface Converter {
  /** How the table prints the type. */
  readonly name: string;
  /** Whether the value may be absent. */
  readonly optional: boolean;
  /** Whether an empty string is a value; for most types it counts as absent. */
  readonly acceptsEmpty: boolean;
  /** Whether a conversion may return a promise (a Standard Schema may validate asynchronously). */
  readonly async: boolean;
  /** Whether a reader makes the value, so that it may be {@link ABSENT}. */
  readonly viaReader?: boolean;
  /** Converts one string; undefined if this type cannot be made from strings. Readers need the context. */
  readonly text: ((text: string, context?: RoutingContext) => unknown) | undefined;
  /** Converts all repeats of a name; undefined if one string is enough. */
  readonly texts?: (texts: readonly string[], context?: RoutingContext) => unknown;
  /** Converts one file of a form; undefined if this type is not made from files. */
  readonly file?: (file: FileUpload) => unknown;
  /** From all files of a name; undefined when one is enough. */
  readonly files?: (files: readonly FileUpload[]) => unknown;
  /** Whether a name accepts any value: all strings if there are several, and files of a form. */
  readonly acceptsAnything?: boolean;
  /** Whether a name without a value, as in `?verbose`, means true. */
  readonly flag?: boolean;
  /** Whether its JSON is an array. */
  readonly isArray?: boolean;
  /** Whether none of its strings contains a comma, so that `1,2` means two: numbers, booleans, enums. */
  readonly splitsOnComma?: boolean;
  /** The value if it is absent, for types that have one: a schema with a default. A failure means a missing value. */
  readonly whenAbsent?: () => unknown;
  /** From a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** A type that no value can be made of, reported at start-up. */
export class TypeProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
