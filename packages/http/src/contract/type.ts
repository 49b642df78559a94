import { assertType } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';

/** A named conversion from a string: `int`, `uuid`, `isoDate`, or a custom one created by {@link codec}. */
export interface Codec<T = any> {
  readonly kind: 'codec';
  /** The name shown in the printed table. */
  readonly name: string;
  /** Throws for an invalid string; the message becomes the `detail` of the error. */
  parse(this: void, text: string): T;
  /** The JSON type of the values (default: `string`, which is converted by `parse`). */
  readonly json?: 'string' | 'number';
  /** Converts a JSON value of that type (default: `parse` of its string). Throws like `parse`. */
  fromJson?(this: void, value: any): T;
  /** JSON Schema of the string or number, for OpenAPI. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** A type whose value may be absent, and is then undefined. */
export interface Optional<D = Type> {
  readonly kind: 'optional';
  readonly of: D;
}

/** From strings: all values of a repeated name. From JSON: an array. */
export interface ArrayOf<D = Type> {
  readonly kind: 'array';
  readonly of: D;
}

/**
 * From strings: the values of a repeated name, by position. From JSON: an array of that length; longer only
 * with `rest`.
 */
export interface TupleOf {
  readonly kind: 'tuple';
  readonly of: readonly Type[];
  readonly rest?: Type;
}

/** One of the given strings, numbers or booleans. */
export interface OneOf<T extends Literal = Literal> {
  readonly kind: 'oneOf';
  readonly values: readonly T[];
}

/** A string composed of literals and values, like a template literal type: `user-${number}`. */
export interface Template {
  readonly kind: 'template';
  /** Literals and types; a type is `String`, `Number`, `BigInt`, `Boolean`, {@link OneOf} or a template. */
  readonly of: readonly (string | Type)[];
}

/**
 * The first type that accepts the value: `'auto' | number`. Allows only types that are converted from one
 * string.
 */
export interface UnionOf {
  readonly kind: 'union';
  readonly of: readonly Type[];
}

/** JSON `null`, or the type. A string is never null. */
export interface Nullable<D = Type> {
  readonly kind: 'nullable';
  readonly of: D;
}

/** An object of named values. Names that are not fields are invalid unless `rest` defines their type. */
export interface ObjectOf<F extends Fields = Fields> {
  readonly kind: 'object';
  readonly fields: F;
  readonly rest?: Type;
}

/**
 * Any JSON value, unchanged; from a string, that string. As a field of an object, also all strings of a
 * repeated name and the files of a form.
 */
export interface Anything {
  readonly kind: 'unknown';
}

export type Literal = string | number | boolean;
export type Fields = Readonly<Record<string, any>>;
export type Structure =
  | Optional<any>
  | ArrayOf<any>
  | TupleOf
  | Template
  | UnionOf
  | OneOf<any>
  | Nullable<any>
  | ObjectOf<any>
  | Anything;
/** A class, abstract or not. */
export type AbstractClass<T = any> = abstract new (...args: any[]) => T;
/** An enum or an `as const` object, which allows its values. */
export type EnumObject = Readonly<Record<string, string | number>>;

/** The type of a value, at run time and for the compiler. */
export type Type<T = any> =
  | NumberConstructor
  | StringConstructor
  | BooleanConstructor
  | BigIntConstructor
  | DateConstructor
  | Codec<T>
  | StandardSchemaV1<unknown, T>
  | Structure
  | AbstractClass<T>
  | EnumObject;

/** The TypeScript type of the values of a {@link Type}: `InferValue<typeof int>` is `number`. */
export type InferValue<D> = D extends { readonly kind: 'optional'; readonly of: infer I }
  ? InferValue<I> | undefined
  : D extends { readonly kind: 'array'; readonly of: infer I }
    ? InferValue<I>[]
    : D extends { readonly kind: 'nullable'; readonly of: infer I }
      ? InferValue<I> | null
      : D extends { readonly kind: 'oneOf'; readonly values: readonly (infer I)[] }
        ? I
        : D extends { readonly kind: 'object'; readonly fields: infer F }
          ? ObjectValue<F>
          : D extends { readonly kind: 'unknown' }
            ? unknown
            : D extends NumberConstructor
              ? number
              : D extends StringConstructor
                ? string
                : D extends BooleanConstructor
                  ? boolean
                  : D extends BigIntConstructor
                    ? bigint
                    : D extends StandardSchemaV1<unknown, infer O>
                      ? O
                      : D extends { readonly kind: 'codec'; parse(text: string): infer T }
                        ? T
                        : D extends AbstractClass<infer T>
                          ? T extends ReadableStream
                            ? ReadableStream<Uint8Array>
                            : T
                          : D extends EnumObject
                            ? D[keyof D]
                            : never;

type OptionalKeys<F> = { [K in keyof F]: F[K] extends { readonly kind: 'optional' } ? K : never }[keyof F];
type ObjectValue<F> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: InferValue<F[K]> } & {
    [K in OptionalKeys<F>]?: InferValue<F[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** This type, or undefined if the value is absent. */
export function optional<const D extends Type>(of: D): Optional<D> {
  return { kind: 'optional', of };
}

/** An array whose elements have this type. */
export function array<const D extends Type>(of: D): ArrayOf<D> {
  return { kind: 'array', of };
}

const LITERALS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/**
 * One of these values: strings, numbers, booleans.
 *
 * @throws TypeError without values, and for a value of another type.
 */
export function oneOf<const T extends readonly Literal[]>(...values: T): OneOf<T[number]> {
  if (values.length === 0) throw new TypeError(`oneOf takes at least one value: oneOf('a', 'b')`);
  const other = values.find((value) => !LITERALS.has(typeof value));
  if (other !== undefined) {
    const hint = Array.isArray(other) ? ': write oneOf(...values)' : '';
    throw new TypeError(
      `oneOf takes strings, numbers and booleans, not a value of type ${typeof other}${hint}`,
    );
  }
  return { kind: 'oneOf', values };
}

/** This type, or null. */
export function nullable<const D extends Type>(of: D): Nullable<D> {
  return { kind: 'nullable', of };
}

/** An object with these fields. `rest` is the type of all other names; without it they are rejected. */
export function object<const F extends Readonly<Record<string, Type>>>(fields: F, rest?: Type): ObjectOf<F> {
  return rest === undefined ? { kind: 'object', fields } : { kind: 'object', fields, rest };
}

/** Any value; nothing is checked. */
export const anything: Anything = { kind: 'unknown' };

/** A custom conversion: `parse` throws for an invalid string. */
export function codec<T>(definition: Omit<Codec<T>, 'kind'>): Codec<T> {
  assertOptions('codec', definition, CODEC);
  assertType('codec: parse', definition.parse, 'a function');
  return { kind: 'codec', ...definition };
}

const CODEC: OptionNames<Codec> = {
  kind: true,
  name: true,
  parse: true,
  json: true,
  fromJson: true,
  schema: true,
};
