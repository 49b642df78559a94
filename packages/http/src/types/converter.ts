import type { RoutingContext } from '../contract/context.ts';
import type { FileUpload } from '../contract/file-upload.ts';

/** The text is not there, or stands for nothing: empty, for a type that takes no empty text; null, of a reader. */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * A {@link import('../contract/type.ts').Type} made ready, once, for the values of requests. A conversion gives the value, a
 * {@link import('./failure.ts').Failure}, or, when `async`, perhaps a promise of one of them.
 */
export interface Converter {
  /** How the table prints the type. */
  readonly name: string;
  /** Whether the value may be absent. */
  readonly optional: boolean;
  /** Whether an empty text is a value; for most types it is as if absent. */
  readonly acceptsEmpty: boolean;
  /** Whether a conversion may give a promise (a Standard Schema may validate asynchronously). */
  readonly async: boolean;
  /** Whether it may give {@link ABSENT}: a reader's null. */
  readonly viaReader?: boolean;
  /** From one text; undefined when this type cannot be made from text. The context is there for readers. */
  readonly text: ((text: string, context?: RoutingContext) => unknown) | undefined;
  /** From all repeats of a name; undefined when one text is enough. */
  readonly texts?: (texts: readonly string[], context?: RoutingContext) => unknown;
  /** From one file of a form; undefined when this type is not made from files. */
  readonly file?: (file: FileUpload) => unknown;
  /** From all files of a name; undefined when one is enough. */
  readonly files?: (files: readonly FileUpload[]) => unknown;
  /** Whether by its name it takes whatever is given: all texts when there are several, and files of a form. */
  readonly acceptsAnything?: boolean;
  /** Whether a name without a value, as in `?verbose`, stands for true. */
  readonly flag?: boolean;
  /** Whether its JSON is an array. */
  readonly isArray?: boolean;
  /** Whether no text of it has a comma in it, so that `1,2` can stand for two: numbers, booleans, enums. */
  readonly splitsOnComma?: boolean;
  /** For an absent value when the type itself may know one: a schema with a default. A failure is a missing value. */
  readonly whenAbsent?: () => unknown;
  /** From a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** A type that no value can be made of, found at start-up. */
export class TypeProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
