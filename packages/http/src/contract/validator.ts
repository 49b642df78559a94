import type { SchemaResult } from './standard-schema.ts';
import type { AbstractClass } from './type.ts';

/**
 * Checks objects of classes, by what the classes say of themselves. It is asked about every body and bean that is of a
 * class, whatever `valid: true` stands at, and the elements of arrays of them.
 */
export interface Validator {
  /** For messages. */
  readonly name: string;
  /** Gives the object, or another one in its place; or what is wrong with it. What it throws is a 500. */
  validate(value: object, type: AbstractClass): SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
}
