import type { SchemaResult } from './standard-schema.ts';
import type { AbstractClass } from './type.ts';

/**
 * Validates objects by their class. It is called for bodies and beans that are class instances, for values with `valid:
 * true`, and for array elements of these kinds.
 */
export interface Validator {
  /** The name in messages. */
  readonly name: string;
  /** Returns the object, a replacement or its issues. If the validator throws, the response is 500. */
  validate(value: object, type: AbstractClass): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
}
