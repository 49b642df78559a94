import { classConverter } from './class-type.ts';
import { codecConverter } from './codecs.ts';
import { TypeProblem, type Converter } from './converter.ts';
import { invalid } from './failure.ts';
import { PRIMITIVES } from './primitives.ts';
import { schemaConverter } from './schema-type.ts';
import { listEnumMembers } from '../contract/enum-members.ts';
import { isSchema } from '../contract/standard-schema.ts';
import { arrayConverter, nullableConverter, objectConverter, optionalConverter } from './structures.ts';
import { templateConverter } from './template-type.ts';
import { tupleConverter } from './tuple-type.ts';
import type {
  AbstractClass,
  EnumObject,
  Literal,
  MapOf,
  ObjectOf,
  Recursive,
  Self,
  SetOf,
  Structure,
  TupleOf,
  Type,
  UnionOf,
} from '../contract/type.ts';
import { mapConverter, setConverter } from './collections.ts';
import { discriminatorOf } from './discriminator.ts';
import { unionConverter } from './union-type.ts';

/** The converters of the recursive types that enclose a type, by name. */
type Enclosing = ReadonlyMap<string, Converter>;

const NOTHING: Enclosing = new Map();

/** The converters of structures such as `array(…)`, except for those inside recursive types. */
const compiledStructures = new WeakMap<object, Converter>();

/** Compiles a type to a converter. Throws {@link TypeProblem} if it is invalid. */
export function compileType(type: Type, around: Enclosing = NOTHING): Converter {
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
    const compiled = around === NOTHING ? compiledStructures.get(type) : undefined;
    if (compiled !== undefined) return compiled;
    const inner = (of: Type): Converter => compileType(of, around);
    const converter = structures[kind as Structure['kind'] | 'codec'](type as never, inner, around);
    if (around === NOTHING) compiledStructures.set(type, converter);
    return converter;
  }
  return enumConverter(type as EnumObject);
}

type CompileInner = (of: Type) => Converter;

const structures: Record<
  Structure['kind'] | 'codec',
  (type: never, inner: CompileInner, around: Enclosing) => Converter
> = {
  codec: codecConverter,
  optional: (type: { of: Type }, inner) => optionalConverter(inner(type.of)),
  array: (type: { of: Type }, inner) => arrayConverter(inner(type.of)),
  tuple: ({ of, rest }: TupleOf, inner) => tupleConverter(of.map(inner), rest && inner(rest)),
  template: templateConverter,
  union: ({ of }: UnionOf, inner) => unionConverter(of.map(inner), discriminatorOf(of)),
  set: ({ of }: SetOf, inner) => setConverter(inner(of)),
  map: ({ key, of }: MapOf, inner) => mapConverter(inner(key), inner(of)),
  recursive: (type: Recursive, _inner, around) => recursiveConverter(type, around),
  self: ({ name }: Self, _inner, around) => {
    const self = around.get(name);
    if (self === undefined) throw new TypeProblem(`the type ${name} is not recursive here`);
    return self;
  },
  nullable: (type: { of: Type }, inner) => nullableConverter(inner(type.of)),
  oneOf: (type: { values: readonly Literal[] }) => literalConverter(type.values),
  object({ fields, rest }: ObjectOf, inner) {
    const compiled = Object.entries(fields).map(([key, of]) => [key, inner(of)] as const);
    return objectConverter(new Map(compiled), rest && inner(rest));
  },
  unknown: () => anythingConverter,
};

/** Compiles a type that contains itself. Its references to itself are asynchronous if any part of the type is. */
function recursiveConverter({ name, of }: Recursive, around: Enclosing): Converter {
  const compile = (async: boolean): Converter => {
    const self: Converter = {
      name,
      optional: false,
      acceptsEmpty: false,
      async,
      text: undefined,
      json: (value) => whole.json(value),
    };
    const whole = compileType(of, new Map([...around, [name, self]]));
    return whole;
  };
  const whole = compile(false);
  return { ...(whole.async ? compile(true) : whole), name };
}

const anythingConverter: Converter = {
  name: 'unknown',
  optional: false,
  acceptsEmpty: true,
  // A value of this type can be a file from a form, which is read asynchronously.
  async: true,
  text: (text) => text,
  acceptsAnything: true,
  json: (value) => value,
};

function enumConverter(members: EnumObject): Converter {
  const named = listEnumMembers(members);
  const values = named.map(([, value]) => value);
  if (values.length === 0 || values.some((value) => typeof value !== 'string' && typeof value !== 'number')) {
    throw new TypeProblem(
      'the object is neither an enum nor another type',
      'write object({ … }) for named fields',
    );
  }
  const byName = new Map(named.filter(([, value]) => typeof value === 'number'));
  return literalConverter(values, byName);
}

const boolean = PRIMITIVES.get(Boolean)!;

/**
 * Creates a converter for literals. A boolean among them may also be spelled differently in strings, such as `yes` for
 * true. `byName` contains values to which strings may also refer by name.
 */
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
