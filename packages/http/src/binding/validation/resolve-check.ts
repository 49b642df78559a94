import { isKind } from '../../contract/is-kind.ts';
import { TypeProblem } from '../../types/converter.ts';
import { PRIMITIVES } from '../../types/primitives.ts';
import { isSchema, type SchemaResult, type StandardSchemaV1 } from '../../contract/standard-schema.ts';
import type { AbstractClass, Type } from '../../contract/type.ts';
import type { Validator } from '../../contract/validator.ts';

type Check = StandardSchemaV1['~standard']['validate'];

/**
 * Resolves the check for values of a type: the given schema or, if the type is a class or is derived from one by
 * `optional`, `nullable` or `array`, the validator or, with `valid: true`, the class's static schema. Throws {@link
 * TypeProblem} if a check is required but none exists.
 */
export function resolveCheck(
  valid: StandardSchemaV1 | true | undefined,
  type: Type,
  validator: Validator | undefined,
  /** Whether the type's conversion already applies the static schema of a class. */
  converted = false,
): StandardSchemaV1 | undefined {
  if (valid !== undefined && valid !== true) return valid;
  const byValidator =
    validator && checkForClasses(type, (of) => (value) => checkObject(validator, value, of));
  if (byValidator !== undefined) return toSchema(byValidator, validator!.name);
  if (valid === undefined) return undefined;
  const bySchema = checkForClasses(type, (of) => of.schema && checkOnly(of.schema));
  if (bySchema !== undefined) return converted ? undefined : toSchema(bySchema, 'static schema');
  throw new TypeProblem(
    'there is no schema or validator for it',
    'pass a schema, set a validator (validateWith), or give its class a static schema',
  );
}

type Checkable = AbstractClass & { readonly schema?: StandardSchemaV1 };

/**
 * Returns the check for a class, or for a type that is derived from one by `optional`, `nullable` or `array`; undefined
 * for any other type.
 */
function checkForClasses(type: Type, checkFor: (type: Checkable) => Check | undefined): Check | undefined {
  if (isApplicationClass(type)) return checkFor(type);
  if (!isKind(type, 'optional') && !isKind(type, 'nullable') && !isKind(type, 'array')) return undefined;
  const check = checkForClasses(type.of, checkFor);
  if (check === undefined) return undefined;
  if (isKind(type, 'array')) return (value) => checkEach(value as readonly unknown[], check);
  return (value) => (value === undefined || value === null ? { value } : check(value));
}

/** Whether the type is an application class. Built-in classes are not validated. */
function isApplicationClass(type: unknown): type is Checkable {
  if (typeof type !== 'function' || PRIMITIVES.has(type) || isSchema(type)) return false;
  return !/\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(type));
}

/** Checks every element. The path of an issue begins with the element's index. */
export async function checkEach(values: readonly unknown[], check: Check): Promise<SchemaResult<unknown>> {
  const results = await Promise.all(values.map(check));
  const issues = results.flatMap((result, index) =>
    (result.issues ?? []).map((issue) => ({ ...issue, path: [index, ...(issue.path ?? [])] })),
  );
  return issues.length > 0
    ? { issues }
    : { value: results.map((result) => 'value' in result && result.value) };
}

/** Validates an object. A primitive, which a reader or a default supplied, counts as valid. */
export function checkObject(validator: Validator, value: unknown, type: AbstractClass): ReturnType<Check> {
  return typeof value === 'object' && value !== null ? validator.validate(value, type) : { value };
}

/**
 * Creates a check that validates with the schema of a class but ignores the schema's output, because the object itself
 * is the value.
 */
export function checkOnly(schema: StandardSchemaV1): Check {
  return async (value) => {
    const { issues } = await schema['~standard'].validate(value);
    return issues === undefined ? { value } : { issues };
  };
}

function toSchema(validate: Check, vendor: string): StandardSchemaV1 {
  return { '~standard': { version: 1, vendor, validate } };
}
