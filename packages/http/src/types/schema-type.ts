import { toPromise, mapMaybe } from '../internal/thenable.ts';
import { ABSENT, type Converter } from './converter.ts';
import { Failure, pointerStep, type Issue } from './failure.ts';
import { PRIMITIVES } from './primitives.ts';
import type { SchemaIssue, SchemaResult, StandardSchemaV1 } from '../contract/standard-schema.ts';

/**
 * Creates a converter that validates values with a Standard Schema. JSON values are passed to the schema unchanged. A
 * string is first converted if the Standard JSON Schema declares a number, a boolean or an array of these.
 */
export function schemaConverter(schema: StandardSchemaV1): Converter {
  const standard = schema['~standard'];
  const check = (value: unknown): unknown => checkWith(schema, value);
  const shape = shapeOf(schema);
  const item = shape.items ?? shape;
  const convert = item.type === undefined ? undefined : PRIMITIVES.get(PRIMITIVE_OF[item.type])?.text;
  // A string that cannot be converted is passed to the schema unchanged, so that the schema's message is reported.
  const prepare = (text: string): unknown => {
    const value = convert === undefined ? text : convert(text);
    return value instanceof Failure ? text : value;
  };
  const many = shape.items !== undefined;
  return {
    name: standard.vendor === '' ? 'schema' : `${standard.vendor} schema`,
    optional: false,
    isArray: many,
    flag: shape.type === 'boolean',
    whenAbsent: () => check(undefined),
    acceptsEmpty: convert === undefined,
    async: true,
    text: (text) => check(many ? [prepare(text)] : prepare(text)),
    ...(many ? { texts: (texts: readonly string[]) => check(texts.map(prepare)) } : {}),
    json: check,
  };
}

/** Validates a value. Returns the schema's output, a failure, or a promise for either. */
export function checkWith(schema: StandardSchemaV1, value: unknown): unknown {
  const result = schema['~standard'].validate(value);
  return mapMaybe(toPromise(result), toValue);
}

/** Validates a value, or the value of a promise. Returns undefined, {@link ABSENT} and failures without validation. */
export function checkPresent(schema: StandardSchemaV1, value: unknown): unknown {
  return mapMaybe(value, checkSettled, schema);
}

function checkSettled(value: unknown, schema: StandardSchemaV1): unknown {
  const isNone = value === undefined || value === ABSENT || value instanceof Failure;
  return isNone ? value : checkWith(schema, value);
}

/** Creates a converter that converts a value with `of` and then validates the result with the schema. */
export function withSchema(of: Converter, schema: StandardSchemaV1): Converter {
  const after =
    <A extends unknown[]>(convert: (...args: A) => unknown) =>
    (...args: A): unknown =>
      checkPresent(schema, convert(...args));
  const { text, texts, file, files, whenAbsent, json } = of;
  return {
    ...of,
    async: true,
    text: text && after(text),
    json: after(json),
    ...(texts && { texts: after(texts) }),
    ...(file && { file: after(file) }),
    ...(files && { files: after(files) }),
    ...(whenAbsent && { whenAbsent: after(whenAbsent) }),
  };
}

const PRIMITIVE_OF: Readonly<Record<string, unknown>> = { integer: Number, number: Number, boolean: Boolean };

interface Shape {
  readonly type?: string;
  readonly items?: Shape;
}

function shapeOf(schema: StandardSchemaV1): Shape {
  try {
    const json = schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
    return json === undefined ? {} : shapeIn(json);
  } catch {
    // The library cannot represent the schema in JSON Schema, for example because it is a transformation. The schema
    // then receives the string.
    return {};
  }
}

function shapeIn(json: Readonly<Record<string, unknown>>): Shape {
  const { type, items } = json;
  if (type === 'array') {
    return {
      items: typeof items === 'object' && items !== null ? shapeIn(items as Record<string, unknown>) : {},
    };
  }
  return typeof type === 'string' ? { type } : {};
}

function toValue(result: SchemaResult<unknown>): unknown {
  return result.issues === undefined ? result.value : new Failure(result.issues.map(toIssue));
}

function toIssue({ message, path = [] }: SchemaIssue): Issue {
  const steps = path.map((step) => pointerStep(typeof step === 'object' ? step.key : step));
  return { code: 'invalid', detail: message, pointer: steps.join('') };
}
