import type { RoutingContext } from '../contract/context.ts';
import type { FileUpload } from '../contract/file-upload.ts';

/**
 * Represents an absent value: there is no string, an empty string counts as absent for the type, or a reader
 * returned null.
 */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * A compiled {@link import('../contract/type.ts').Type}. A conversion returns the value, a {@link
 * import('./failure.ts').Failure}, or, if `async`, possibly a promise of one of them.
 */
export interface Converter {
  /** The name of the type in the printed table. */
  readonly name: string;
  /** Whether the value may be absent. */
  readonly optional: boolean;
  /** Whether an empty string is a value; for most types, it counts as absent. */
  readonly acceptsEmpty: boolean;
  /** Whether a conversion may return a promise (a Standard Schema may validate asynchronously). */
  readonly async: boolean;
  /** Whether a reader returns the value, which may then be {@link ABSENT}. */
  readonly viaReader?: boolean;
  /**
   * Converts one string; undefined if the type cannot be converted from strings. Readers need the context.
   */
  readonly text: ((text: string, context?: RoutingContext) => unknown) | undefined;
  /** Converts all strings of a repeated name; undefined if the type needs only one. */
  readonly texts?: (texts: readonly string[], context?: RoutingContext) => unknown;
  /** Converts one file of a form; undefined if the type is not converted from files. */
  readonly file?: (file: FileUpload) => unknown;
  /** Converts all files of a name; undefined if the type needs only one. */
  readonly files?: (files: readonly FileUpload[]) => unknown;
  /** Whether the type accepts any value: all strings of a repeated name, and files of a form. */
  readonly acceptsAnything?: boolean;
  /** Whether a name without a value, as in `?verbose`, means true. */
  readonly flag?: boolean;
  /** Whether the JSON value is an array. */
  readonly isArray?: boolean;
  /** Whether valid strings never contain a comma, so `1,2` means two values: numbers, booleans, enums. */
  readonly splitsOnComma?: boolean;
  /**
   * Returns the value to use if it is absent, for a schema with a default. A failure means that the value is
   * missing.
   */
  readonly whenAbsent?: () => unknown;
  /** Converts a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** An invalid type, or a type that is unsuitable for its binding; reported at start-up. */
export class TypeProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
