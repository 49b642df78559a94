import type { DeclaredResult, HandlerDocumentation } from '@writ/http/kernel';
import { propertyOf } from '../recording/reflection.ts';

/**
 * A declared type as plain data that can be written into code. Null for a type to which neither strings nor JSON values
 * are converted, such as a class.
 */
export type RecordedType =
  | null
  /** A type of the language or the runtime: `string`, `Date`. */
  | { readonly is: string }
  | { readonly oneOf: readonly (string | number | boolean)[] }
  /** The members of an enum, by name. */
  | { readonly enum: readonly (readonly [name: string, value: string | number])[] }
  | { readonly array: RecordedType }
  | { readonly tuple: readonly RecordedType[]; readonly rest?: RecordedType }
  | { readonly optional: RecordedType }
  | { readonly nullable: RecordedType }
  | { readonly template: readonly (string | RecordedType)[] }
  | { readonly union: readonly RecordedType[] }
  | { readonly set: RecordedType }
  | { readonly map: RecordedType; readonly key: RecordedType }
  | {
      readonly object: readonly (readonly [name: string, type: RecordedType])[];
      readonly rest?: RecordedType;
    }
  /** A type that contains itself: inside it, `self` refers to it by its name. */
  | { readonly recursive: RecordedType; readonly name: string }
  | { readonly self: string }
  /** A type that is inferred from a schema: its index in the record's schemas. `input` marks a type such as `z.input`. */
  | { readonly schema: number; readonly input?: true }
  /**
   * An unsupported type: its source code and the reason. `open` marks a type whose class is not in the metadata: a type
   * parameter without an argument, or the type of a schema. The metadata of `z.input<typeof S>` is the function `z.input`.
   */
  | { readonly unknown: string; readonly why: string; readonly hint: string; readonly open?: true };

/** The declared types of members. Parameter types are in declaration order. */
export interface RecordedMembers {
  readonly methods: readonly (readonly [name: string, parameters: readonly RecordedType[]])[];
  readonly fields: readonly (readonly [name: string, type: RecordedType])[];
  /** The types of the constructor's parameters. */
  readonly parameters: readonly RecordedType[];
  /** The declared results of methods, for documentation and for the validation of results. */
  readonly results?: readonly RecordedResults[];
}

/** The declared types of a class's own members. */
export interface RecordedClass extends RecordedMembers {
  readonly version: typeof RECORD_VERSION;
  /** The members of generic base classes, with the types that they have in this class; nearest base class first. */
  readonly inherited?: RecordedMembers;
  /** The documentation of methods in JSDoc comments. */
  readonly documentation?: readonly (readonly [name: string, documentation: HandlerDocumentation])[];
  /** The schemas to which the types refer. They are read on demand, because their modules may be evaluated later. */
  readonly schemas?: readonly RecordedSchema[];
}

/** A schema with its name in the source. */
export type RecordedSchema = readonly [name: string, read: () => unknown];

/**
 * The key that marks a place in a JSON Schema at which the JSON Schema of one of the record's schemas is inserted:
 * `{ 'writ:schema': 0 }`, or `{ 'writ:schema': 0, input: true }` for the schema of its input.
 */
export const SCHEMA_KEY = 'writ:schema';

/** The declared results of a method. */
export type RecordedResults = readonly [name: string, results: readonly DeclaredResult[]];

/** Incremented when the format changes. */
export const RECORD_VERSION = 1;

/** Whether the value was recorded in this version of the format. */
export function isRecordedClass(value: unknown): value is RecordedClass {
  return propertyOf(value, 'version') === RECORD_VERSION;
}

/**
 * The key of the global symbol that names the static member with the record: the same in every copy of this package, and
 * unlikely to collide.
 */
export const RECORD_KEY = 'writ.types';
