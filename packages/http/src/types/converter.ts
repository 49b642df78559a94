import type { RoutingContext } from '../contract/context.ts';
import type { FileUpload } from '../contract/file-upload.ts';

/**
 * Represents a missing value. A value is missing if the request does not contain the string, if the string is empty and
 * the type does not accept empty strings, or if a reader returned null.
 */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * A compiled {@link import('../contract/type.ts').Type}. A conversion returns the value or a
 * {@link import('./failure.ts').Failure}. If `async` is true, it may return a promise for either.
 */
export interface Converter {
  /** The name of the type in the printed route table. */
  readonly name: string;
  /** Whether the value may be missing. */
  readonly optional: boolean;
  /** Whether an empty string is a value. For most types, an empty string counts as missing. */
  readonly acceptsEmpty: boolean;
  /** Whether a conversion may return a promise. A conversion with a Standard Schema may do so, for example. */
  readonly async: boolean;
  /** Whether a reader creates the value. If so, a conversion may return {@link ABSENT}. */
  readonly viaReader?: boolean;
  /** Converts one string. Undefined if the type cannot be converted from strings. Readers need the context. */
  readonly text: ((text: string, context?: RoutingContext) => unknown) | undefined;
  /** Converts all strings of a repeated name. Undefined if the type needs only one string. */
  readonly texts?: (texts: readonly string[], context?: RoutingContext) => unknown;
  /** Converts one file from a form. Undefined if the type cannot be converted from files. */
  readonly file?: (file: FileUpload) => unknown;
  /** Converts all files with the same name. Undefined if the type needs only one file. */
  readonly files?: (files: readonly FileUpload[]) => unknown;
  /** Whether the type accepts any value, including several strings with the same name and files from a form. */
  readonly acceptsAnything?: boolean;
  /** Whether a name without a value, as in `?verbose`, means true. */
  readonly flag?: boolean;
  /** Whether the JSON value is always an array. */
  readonly isArray?: boolean;
  /** Whether the type accepts a JSON array as one of several kinds of values, as `string | string[]` does. */
  readonly acceptsArray?: boolean;
  /**
   * Whether `1,2` means two values. This applies to types whose strings contain no commas, such as numbers, booleans
   * and most enums.
   */
  readonly splitsOnComma?: boolean;
  /** Returns the default that a schema provides for a missing value, or a failure if the value is required. */
  readonly whenAbsent?: () => unknown;
  /** Converts a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** Reports at start-up that a type is invalid or unsuitable for its binding. */
export class TypeProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
