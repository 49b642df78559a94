import type { SchemaResult } from './standard-schema.ts';
import type { AbstractClass } from './type.ts';

/**
 * Checks objects by their classes. It is called for bodies and beans of classes, for values with `valid: true`, and for
 * the elements of arrays of them.
 */
export interface Validator {
  /** For messages. */
  readonly name: string;
  /** Returns the object or a replacement, or its issues. If it throws, the response is 500. */
  validate(value: object, type: AbstractClass): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
}
