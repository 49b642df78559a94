import { assertType } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';

/** A named conversion from a string: `int`, `uuid`, `isoDate`, or a custom one created by {@link codec}. */
export interface Codec<T = any> {
  readonly kind: 'codec';
  /** The name in the printed table. */
  readonly name: string;
  /** Throws if the string is invalid. The error's message becomes the `detail` of the issue. */
  parse(this: void, text: string): T;
  /** The JSON type of the values (default: `string`, which `parse` converts). */
  readonly json?: 'string' | 'number';
  /** Converts a JSON value of that type (default: passes it to `parse` as a string). Throws if the value is invalid. */
  fromJson?(this: void, value: any): T;
  /** JSON Schema of the string or number, for OpenAPI documents. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** A type whose value may be missing; a missing value is undefined. */
export interface Optional<D = Type> {
  readonly kind: 'optional';
  readonly of: D;
}

/** An array. If it is read from strings, such as those of a query, it consists of all values of a repeated name. */
export interface ArrayOf<D = Type> {
  readonly kind: 'array';
  readonly of: D;
}

/**
 * An array with a type for each position. If it is read from strings, such as those of a query, it consists of the
 * values of a repeated name. It may contain more elements only if `rest` is set.
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

/** A string of literals and values, like a template literal type: `user-${number}`. */
export interface Template {
  readonly kind: 'template';
  /** Literals and types. A type is `String`, `Number`, `BigInt`, `Boolean`, {@link OneOf} or a template. */
  readonly of: readonly (string | Type)[];
}

/**
 * A union such as `'auto' | number` or `string | string[]`: the first type that accepts the value converts it. If all
 * types are object types and have a field with different literals in each, this field selects the type.
 */
export interface UnionOf {
  readonly kind: 'union';
  readonly of: readonly Type[];
}

/**
 * A `Set`. In JSON, it is an array. If it is read from strings, such as those of a query, it consists of all values of
 * a repeated name.
 */
export interface SetOf {
  readonly kind: 'set';
  readonly of: Type;
}

/** A `Map`, which is an object in JSON. The names in that object are converted to keys. */
export interface MapOf {
  readonly kind: 'map';
  readonly key: Type;
  readonly of: Type;
}

/** A type that contains itself. Inside `of`, a {@link Self} with the same name refers to it. */
export interface Recursive {
  readonly kind: 'recursive';
  readonly name: string;
  readonly of: Type;
}

/** A reference to the surrounding {@link Recursive} type with this name. */
export interface Self {
  readonly kind: 'self';
  readonly name: string;
}

/** The type or JSON `null`. A string is never converted to null. */
export interface Nullable<D = Type> {
  readonly kind: 'nullable';
  readonly of: D;
}

/**
 * An object of named values. Names other than its fields are invalid unless `rest` defines the type of their values.
 */
export interface ObjectOf<F extends Fields = Fields> {
  readonly kind: 'object';
  readonly fields: F;
  readonly rest?: Type;
}

/**
 * Any JSON value or string, unchanged. As a field of an object, it also accepts several strings with the same name, and
 * files from a form.
 */
export interface Anything {
  readonly kind: 'unknown';
}

export type Literal = string | number | boolean;
export type Fields = Readonly<Record<string, Type>>;
/** Type parameters are `any`, because comparing them would cost the compiler a third more instantiations per route. */
export type Structure =
  | Optional<any>
  | ArrayOf<any>
  | TupleOf
  | Template
  | UnionOf
  | SetOf
  | MapOf
  | Recursive
  | Self
  | OneOf<any>
  | Nullable<any>
  | ObjectOf<any>
  | Anything;
/** A class, which may be abstract. */
export type AbstractClass<T = any> = abstract new (...args: any[]) => T;
/** An enum or an `as const` object. The type accepts its values. */
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

/** Creates a type whose value may be missing; a missing value is undefined. */
export function optional<const D extends Type>(of: D): Optional<D> {
  return { kind: 'optional', of };
}

/** Creates a type for arrays whose elements have this type. */
export function array<const D extends Type>(of: D): ArrayOf<D> {
  return { kind: 'array', of };
}

const LITERALS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/**
 * Creates a type that accepts these strings, numbers and booleans.
 *
 * @throws TypeError if there are no values, or one is not a string, number or boolean
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

/** Creates a type that accepts null in addition to this type. */
export function nullable<const D extends Type>(of: D): Nullable<D> {
  return { kind: 'nullable', of };
}

/**
 * Creates a type for objects with these fields. `rest` is the type of the values of all other names; without `rest`,
 * other names are rejected.
 */
export function object<const F extends Readonly<Record<string, Type>>>(fields: F, rest?: Type): ObjectOf<F> {
  return rest === undefined ? { kind: 'object', fields } : { kind: 'object', fields, rest };
}

/** A type that accepts any value without checks. */
export const anything: Anything = { kind: 'unknown' };

/** Creates a custom type, whose `parse` throws if the string is invalid. */
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
