import type { RoutingContext } from '../contract/context.ts';
import type { FileUpload } from '../contract/file-upload.ts';

/**
 * Represents an absent value: the string is missing, an empty string counts as absent for the type, or a reader
 * returned null.
 */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * A compiled {@link import('../contract/type.ts').Type}. A conversion returns the value or a {@link
 * import('./failure.ts').Failure}; if `async`, it may return a promise of either.
 */
export interface Converter {
  /** The name of the type in the printed table. */
  readonly name: string;
  /** Whether the value may be absent. */
  readonly optional: boolean;
  /** Whether an empty string is a value. For most types, it counts as absent. */
  readonly acceptsEmpty: boolean;
  /** Whether a conversion may return a promise, as a Standard Schema may. */
  readonly async: boolean;
  /** Whether a reader creates the value. If so, a conversion may return {@link ABSENT}. */
  readonly viaReader?: boolean;
  /** Converts one string; undefined if the type is not converted from strings. Readers need the context. */
  readonly text: ((text: string, context?: RoutingContext) => unknown) | undefined;
  /** Converts all strings of a repeated name; undefined if the type needs only one string. */
  readonly texts?: (texts: readonly string[], context?: RoutingContext) => unknown;
  /** Converts one file of a form; undefined if the type is not converted from files. */
  readonly file?: (file: FileUpload) => unknown;
  /** Converts all files with a name; undefined if the type needs only one file. */
  readonly files?: (files: readonly FileUpload[]) => unknown;
  /** Whether the type accepts any value, including several strings with the same name and files of a form. */
  readonly acceptsAnything?: boolean;
  /** Whether a name without a value, as in `?verbose`, means true. */
  readonly flag?: boolean;
  /** Whether the JSON value is an array. */
  readonly isArray?: boolean;
  /** Whether `1,2` means two values, because valid strings never contain a comma: numbers, booleans, enums. */
  readonly splitsOnComma?: boolean;
  /** Returns the default of a schema for an absent value, or a failure if the value is required. */
  readonly whenAbsent?: () => unknown;
  /** Converts a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** Reports, at start-up, an invalid type or a type that is unsuitable for its binding. */
export class TypeProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
