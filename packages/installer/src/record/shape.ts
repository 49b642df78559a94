/** The expected form of a value in a record. */
type UntypedShape =
  | { readonly kind: 'text'; readonly form?: StringPattern }
  | { readonly kind: 'flag' }
  /** A whole number, zero or more. */
  | { readonly kind: 'number' }
  | { readonly kind: 'one-of'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | UntypedRecordShape;

export interface StringPattern {
  readonly pattern: RegExp;
  /** Description such as `64 hexadecimal digits`. */
  readonly description: string;
}

export interface UntypedRecordShape {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, Shape>>;
  readonly optional: ReadonlySet<string>;
}

/** Marker for the type of a shape's values, which exists only at compile time. */
declare const VALUE: unique symbol;

interface Typed<T> {
  readonly [VALUE]?: T;
}

/** The shape of values of type `T`. */
export type Shape<T = unknown> = UntypedShape & Typed<T>;

export type RecordShape<T = unknown> = UntypedRecordShape & Typed<T>;

/** A field that may be absent. */
export interface OptionalShape<T> {
  readonly kind: 'optional';
  readonly of: Shape<T>;
}

export const stringShape: Shape<string> = { kind: 'text' };
export const booleanShape: Shape<boolean> = { kind: 'flag' };
export const countShape: Shape<number> = { kind: 'number' };

export function listOf<T>(of: Shape<T>): Shape<readonly T[]> {
  return { kind: 'list', of };
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return { kind: 'one-of', values };
}

export function stringMatching(pattern: RegExp, description: string): Shape<string> {
  return { kind: 'text', form: { pattern, description } };
}

export function optional<T>(of: Shape<T>): OptionalShape<T> {
  return { kind: 'optional', of };
}

/** A shape for each field of `T`; optional fields have optional shapes. */
export type Fields<T> = {
  readonly [K in keyof T]-?: {} extends Pick<T, K> ? OptionalShape<Required<T>[K]> : Shape<T[K]>;
};

/** Creates the shape of an object. The compiler checks that the shape matches the type `T`. */
export function recordOf<T>(fields: Fields<T>): RecordShape<T> {
  const entries = Object.entries<Shape | OptionalShape<unknown>>(fields);
  return {
    kind: 'record',
    fields: Object.fromEntries(
      entries.map(([name, field]) => [name, field.kind === 'optional' ? field.of : field]),
    ),
    optional: new Set(entries.flatMap(([name, { kind }]) => (kind === 'optional' ? name : []))),
  };
}
