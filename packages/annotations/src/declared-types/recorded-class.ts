import { propertyOf } from '../recording/reflection.ts';

/** A declared type as plain data, so that it can be written into code. Null: not one that a text or JSON is converted to. */
export type RecordedType =
  | null
  /** Named by the language or the runtime: `string`, `Date`. */
  | { readonly is: string }
  | { readonly oneOf: readonly (string | number | boolean)[] }
  /** Members of an enum, by their names. */
  | { readonly enum: readonly (readonly [name: string, value: string | number])[] }
  | { readonly array: RecordedType }
  | { readonly tuple: readonly RecordedType[]; readonly rest?: RecordedType }
  | { readonly optional: RecordedType }
  | { readonly nullable: RecordedType }
  | { readonly template: readonly (string | RecordedType)[] }
  | { readonly union: readonly RecordedType[] }
  /** Not understood: as it is written, and why. */
  | { readonly unknown: string; readonly why: string; readonly hint: string };

/** What the source of a class declares of its members, inherited ones aside. Types are in the order of parameters. */
export interface RecordedClass {
  readonly version: typeof RECORD_VERSION;
  readonly methods: readonly (readonly [name: string, parameters: readonly RecordedType[]])[];
  readonly fields: readonly (readonly [name: string, type: RecordedType])[];
  /** Of the constructor. */
  readonly parameters: readonly RecordedType[];
}

/** Grows when the format changes. */
export const RECORD_VERSION = 1;

/** Whether it was recorded in this version of the format. */
export function isRecordedClass(value: unknown): value is RecordedClass {
  return propertyOf(value, 'version') === RECORD_VERSION;
}

/** The static member that holds it: the same in every copy of this package, and in no one's way. */
export const RECORD_KEY = 'writ.types';
