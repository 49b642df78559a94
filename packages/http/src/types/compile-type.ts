import { classConverter } from './class-type.ts';
import { codecConverter } from './codecs.ts';
import { TypeProblem, type Converter } from './converter.ts';
import { invalid } from './failure.ts';
import { PRIMITIVES } from './primitives.ts';
import { schemaConverter } from './schema-type.ts';
import { isSchema } from '../contract/standard-schema.ts';
import { arrayConverter, nullableConverter, objectConverter, optionalConverter } from './structures.ts';
import { templateConverter } from './template-type.ts';
import { tupleConverter } from './tuple-type.ts';
import type { AbstractClass, Literal, Structure, TupleOf, Type, UnionOf } from '../contract/type.ts';
import { unionConverter } from './union-type.ts';

/** Compiles a type. Throws {@link TypeProblem} if it is invalid. */
export function compileType(type: Type): Converter {
  const primitive = PRIMITIVES.get(type);
  if (primitive !== undefined) return primitive;
  // Schemas are checked before functions, because arktype's schemas are functions.
  if (isSchema(type)) return schemaConverter(type);
  if (typeof type === 'function') return classConverter(type as AbstractClass);
  if (typeof type !== 'object' || type === null) {
    throw new TypeProblem(
      `${typeof type === 'string' ? JSON.stringify(type) : String(type)} is not a type`,
      'write Number, String, Boolean, Date, a class, an enum, a schema, or int and the other codecs',
    );
  }
  const kind = (type as { readonly kind?: unknown }).kind;
  if (typeof kind === 'string' && Object.hasOwn(structures, kind)) {
    return structures[kind as Structure['kind'] | 'codec'](type as never);
  }
  return enumConverter(type as Readonly<Record<string, string | number>>);
}

const structures: Record<Structure['kind'] | 'codec', (type: never) => Converter> = {
  codec: codecConverter,
  optional: (type: { of: Type }) => optionalConverter(compileType(type.of)),
  array: (type: { of: Type }) => arrayConverter(compileType(type.of)),
  tuple: ({ of, rest }: TupleOf) => tupleConverter(of.map(compileType), rest && compileType(rest)),
  template: templateConverter,
  union: ({ of }: UnionOf) => unionConverter(of.map(compileType)),
  nullable: (type: { of: Type }) => nullableConverter(compileType(type.of)),
  oneOf: (type: { values: readonly Literal[] }) => literalConverter(type.values),
  object(type: { fields: Readonly<Record<string, Type>>; rest?: Type }) {
    const fields = Object.entries(type.fields).map(([key, of]) => [key, compileType(of)] as const);
    return objectConverter(new Map(fields), type.rest === undefined ? undefined : compileType(type.rest));
  },
  unknown: () => anythingConverter,
};

const anythingConverter: Converter = {
  name: 'unknown',
  optional: false,
  acceptsEmpty: true,
  // Asynchronous, because files of a form are read asynchronously.
  async: true,
  text: (text) => text,
  acceptsAnything: true,
  json: (value) => value,
};

/** Creates the converter of an enum. Excludes numeric keys, which map numbers back to names. */
function enumConverter(members: Readonly<Record<string, string | number>>): Converter {
  const names = Object.keys(members).filter((name) => !/^-?\d/.test(name));
  const values = names.map((name) => members[name]!);
  if (values.length === 0 || values.some((value) => typeof value !== 'string' && typeof value !== 'number')) {
    throw new TypeProblem(
      'the object is neither an enum nor another type',
      'write object({ … }) for named fields',
    );
  }
  const byName = new Map(
    names.filter((name) => typeof members[name] === 'number').map((n) => [n, members[n]!]),
  );
  return literalConverter(values, byName);
}

const boolean = PRIMITIVES.get(Boolean)!;

/** Creates a converter of literals. Accepts all spellings of booleans. */
function literalConverter(
  values: readonly Literal[],
  byName: ReadonlyMap<string, Literal> = new Map(),
): Converter {
  const byText = new Map<string, Literal>([
    ...byName,
    ...values.map((value) => [String(value), value] as const),
  ]);
  const booleans = new Set<unknown>(values.filter((value) => typeof value === 'boolean'));
  const mismatch = invalid(`must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
  return {
    name: values.map((value) => JSON.stringify(value)).join(' | '),
    optional: false,
    acceptsEmpty: byText.has(''),
    async: false,
    flag: values.includes(true),
    splitsOnComma: values.every((value) => !String(value).includes(',')),
    text(text) {
      const value = byText.get(text);
      if (value !== undefined || booleans.size === 0) return value ?? mismatch;
      const spelled = boolean.text!(text);
      return booleans.has(spelled) ? spelled : mismatch;
    },
    json: (value) => (values.includes(value as Literal) ? value : mismatch),
  };
}
