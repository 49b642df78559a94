import { isObject } from '@writ/diagnostics/internal';
import { HttpError } from '../errors/http-error.ts';
import type { Converter } from './converter.ts';
import { Failure, invalid, MAX_ISSUES, unknownName, type Issue } from './failure.ts';
import { PRIMITIVES } from './primitives.ts';
import { schemaConverter } from './schema-type.ts';
import { isSchema, type StandardSchemaV1 } from '../contract/standard-schema.ts';
import { allMaybe } from '../internal/thenable.ts';
import type { AbstractClass } from '../contract/type.ts';

/**
 * Creates the converter of a class. It converts a string with `new C(string)` if the constructor has exactly one
 * parameter, and otherwise with the static method `fromString` or `valueOf`. It converts a JSON object by assigning the
 * object's properties to `Object.create(C.prototype)`. The object is validated only if the class has a `static schema`.
 */
export function classConverter(type: AbstractClass): Converter {
  const make = compileFromString(type);
  const schema = schemaOf(type);
  const checked = schema && schemaConverter(schema);
  const name = type.name === '' ? 'class' : type.name;
  return {
    name,
    optional: false,
    acceptsEmpty: false,
    async: checked !== undefined,
    text: make && ((text) => attempt(() => make(text), name)),
    json(value) {
      // A JSON string is converted like any other string, for classes such as URL.
      if (typeof value === 'string' && make !== undefined) return attempt(() => make(value), name);
      if (!isObject(value)) return invalid('must be an object');
      if (checked === undefined) return instantiate(type, value, name);
      return allMaybe([checked.json(value)], ([output]) =>
        isObject(output) && !(output instanceof Failure) ? instantiate(type, output, name) : output,
      );
    },
  };
}

/**
 * Assigns values to a new instance. A read-only property is reported as an unknown name. If a setter throws, its
 * property is reported as invalid.
 */
function instantiate(type: AbstractClass, values: Readonly<Record<string, unknown>>, name: string): unknown {
  const instance = Object.create(type.prototype as object) as object;
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const outcome = attempt(() => (Reflect.set(instance, key, value) ? undefined : unknownName()), name);
    if (outcome instanceof Failure) issues.push(...outcome.under(key).issues);
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues.length === 0 ? instance : new Failure(issues);
}

type StringFactory = (text: string) => unknown;

function compileFromString(type: AbstractClass): StringFactory | undefined {
  if (type.length === 1) return constructorFactory(type);
  const { fromString, valueOf } = type as { fromString?: unknown; valueOf?: unknown };
  if (typeof fromString === 'function') return (text) => Reflect.apply(fromString, type, [text]);
  if (typeof valueOf === 'function' && Object.hasOwn(type, 'valueOf')) {
    return (text) => Reflect.apply(valueOf, type, [text]);
  }
  return undefined;
}

/**
 * Returns a function that calls the constructor with the string, or with a number or a boolean if the class's metadata
 * declares this type.
 */
function constructorFactory(type: AbstractClass): StringFactory {
  const reflect = Reflect as { getMetadata?: (key: string, target: object) => unknown };
  const declared = reflect.getMetadata?.('design:paramtypes', type);
  const parameterType: unknown = Array.isArray(declared) ? declared[0] : undefined;
  const convert =
    parameterType === Number || parameterType === Boolean ? PRIMITIVES.get(parameterType)?.text : undefined;
  if (convert === undefined) return (text) => Reflect.construct(type, [text]);
  return (text) => {
    const value = convert(text);
    return value instanceof Failure ? value : Reflect.construct(type, [value]);
  };
}

/**
 * Returns the result of `make`. If it throws, returns a failure that does not contain the error, so that the client
 * does not see it. An `HttpError` is rethrown.
 */
function attempt(make: () => unknown, name: string): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return invalid(`must be of type ${name}`);
  }
}

function schemaOf(type: AbstractClass): StandardSchemaV1 | undefined {
  const { schema } = type as { schema?: unknown };
  return isSchema(schema) ? schema : undefined;
}
