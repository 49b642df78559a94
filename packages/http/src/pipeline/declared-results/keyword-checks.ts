import type { JsonSchema } from '../../contract/json-schema.ts';
import { MAX_ISSUES, pointerStep } from '../../types/failure.ts';
import type { CompileSubschema, JsonCheck } from './json-check.ts';
import { isJsonObject, mismatch, type Mismatch } from './mismatch.ts';

/** Compiles the keywords of one schema. */
export function keywordChecks(schema: JsonSchema, compile: CompileSubschema): JsonCheck[] {
  const checks = [
    typeCheck(schema),
    enumCheck(schema),
    objectCheck(schema, compile),
    arrayCheck(schema, compile),
    unionCheck(schema, compile),
    notCheck(schema, compile),
    rangeCheck(schema),
    patternCheck(schema),
    ...listOf(schema['allOf']).map(compile),
  ];
  return checks.filter((check) => check !== undefined);
}

const TYPES: Readonly<Record<string, readonly [name: string, test: (value: unknown) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  integer: ['an integer', (value) => Number.isInteger(value)],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  null: ['null', (value) => value === null],
  array: ['an array', (value) => Array.isArray(value)],
  object: ['an object', isJsonObject],
};

function typeCheck({ type, enum: values }: JsonSchema): JsonCheck | undefined {
  // The message of `enum` is more precise.
  if (type === undefined || Array.isArray(values)) return undefined;
  const types = (Array.isArray(type) ? type : [type]).flatMap((name) => {
    const known = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    return known === undefined ? [] : [known];
  });
  if (types.length === 0) return undefined;
  const expected = types.map(([name]) => name).join(' or ');
  return (value, pointer) =>
    types.some(([, test]) => test(value)) ? [] : [mismatch(pointer, expected, value)];
}

/** Maximum number of values that a message lists. */
const LISTED_VALUES = 10;

function enumCheck(schema: JsonSchema): JsonCheck | undefined {
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
  if (values.length === 0) return undefined;
  const listed = values.slice(0, LISTED_VALUES).map((value) => JSON.stringify(value));
  const expected = [...listed, ...(values.length > LISTED_VALUES ? ['another declared value'] : [])].join(
    ' or ',
  );
  const types = new Set(values.map((value) => typeof value));
  return (value, pointer) => {
    if (values.some((each) => isEqual(each, value))) return [];
    if (!types.has(typeof value)) return [mismatch(pointer, expected, value)];
    return [{ pointer, expected, detail: `must be ${expected}` }];
  };
}

function objectCheck(schema: JsonSchema, compile: CompileSubschema): JsonCheck | undefined {
  const { properties, required, additionalProperties, propertyNames } = schema;
  const names = listOf(required).filter((name) => typeof name === 'string');
  const checks = new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, each]) => [name, compile(each)]),
  );
  const others = additionalProperties === undefined ? undefined : compile(additionalProperties);
  const name = propertyNames === undefined ? undefined : compile(propertyNames);
  if (names.length === 0 && checks.size === 0 && others === undefined && name === undefined) return undefined;
  return (value, pointer) => {
    if (!isJsonObject(value)) return [];
    const found: Mismatch[] = names
      .filter((each) => !Object.hasOwn(value, each))
      .map((each) => ({ pointer: `${pointer}${pointerStep(each)}`, detail: 'is missing' }));
    for (const [key, member] of Object.entries(value)) {
      if (found.length >= MAX_ISSUES) break;
      const at = `${pointer}${pointerStep(key)}`;
      if (name !== undefined) found.push(...name(key, at));
      found.push(...((checks.get(key) ?? others)?.(member, at) ?? []));
    }
    return found;
  };
}

function arrayCheck(schema: JsonSchema, compile: CompileSubschema): JsonCheck | undefined {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const first = listOf(schema['prefixItems']).map(compile);
  const rest = items === undefined ? undefined : compile(items);
  const size = sizeCheck(Number(minItems), Number(maxItems), 'element');
  if (first.length === 0 && rest === undefined && size === undefined) return undefined;
  return (value, pointer) => {
    if (!Array.isArray(value)) return [];
    const found = [...(size?.(value.length, pointer) ?? [])];
    for (const [index, element] of value.entries()) {
      if (found.length >= MAX_ISSUES) break;
      found.push(...((first[index] ?? rest)?.(element, `${pointer}/${index}`) ?? []));
    }
    return found;
  };
}

/**
 * If no alternative accepts the value, reports the differences from the alternative that the value resembles most: of
 * those whose differences are all inside the value, the one with the fewest. If there are none, reports the list of
 * alternatives.
 */
function unionCheck({ anyOf, oneOf }: JsonSchema, compile: CompileSubschema): JsonCheck | undefined {
  const checks = listOf(anyOf ?? oneOf).map(compile);
  if (checks.length === 0) return undefined;
  return (value, pointer) => {
    const outcomes: (readonly Mismatch[])[] = [];
    for (const check of checks) {
      const outcome = check(value, pointer);
      if (outcome.length === 0) return [];
      outcomes.push(outcome);
    }
    const inside = outcomes.filter((outcome) => outcome.every((each) => each.pointer !== pointer));
    if (inside.length > 0) return inside.reduce((best, each) => (each.length < best.length ? each : best));
    const expected = outcomes.flat().flatMap((each) => (each.pointer === pointer ? [each.expected] : []));
    return [mismatch(pointer, [...new Set(expected)].join(' or '), value)];
  };
}

function notCheck(schema: JsonSchema, compile: CompileSubschema): JsonCheck | undefined {
  if (!('not' in schema)) return undefined;
  const rejected = compile(schema['not']);
  return (value, pointer) =>
    rejected(value, pointer).length > 0 ? [] : [mismatch(pointer, 'another value', value)];
}

function rangeCheck(schema: JsonSchema): JsonCheck | undefined {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minLength = 0,
    maxLength = Infinity,
  } = schema;
  const size = sizeCheck(Number(minLength), Number(maxLength), 'character');
  const limits: (readonly [string, (value: number) => boolean])[] = [];
  if (typeof minimum === 'number') limits.push([`at least ${minimum}`, (value) => value >= minimum]);
  if (typeof maximum === 'number') limits.push([`at most ${maximum}`, (value) => value <= maximum]);
  if (typeof exclusiveMinimum === 'number')
    limits.push([`more than ${exclusiveMinimum}`, (value) => value > exclusiveMinimum]);
  if (typeof exclusiveMaximum === 'number')
    limits.push([`less than ${exclusiveMaximum}`, (value) => value < exclusiveMaximum]);
  if (limits.length === 0 && size === undefined) return undefined;
  return (value, pointer) => {
    if (typeof value === 'string') return size?.([...value].length, pointer) ?? [];
    if (typeof value !== 'number') return [];
    return limits.filter(([, test]) => !test(value)).map(([expected]) => outside(pointer, expected));
  };
}

function sizeCheck(
  min: number,
  max: number,
  unit: string,
): ((size: number, pointer: string) => readonly Mismatch[]) | undefined {
  if (min === 0 && max === Infinity) return undefined;
  const count = (limit: number): string => `${limit} ${unit}${limit === 1 ? '' : 's'}`;
  return (size, pointer) => {
    if (size < min) return [outside(pointer, `at least ${count(min)} long`)];
    return size > max ? [outside(pointer, `at most ${count(max)} long`)] : [];
  };
}

function patternCheck({ pattern }: JsonSchema): JsonCheck | undefined {
  if (typeof pattern !== 'string') return undefined;
  const expression = compilePattern(pattern);
  if (expression === undefined) return undefined;
  return (value, pointer) => {
    if (typeof value !== 'string' || expression.test(value)) return [];
    return [outside(pointer, `a string that matches ${expression.source}`)];
  };
}

/**
 * Compiles a pattern with the flag `u`, as JSON Schema recommends. Returns undefined if the pattern is invalid with
 * this flag.
 */
function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** Creates the mismatch of a value that has the declared type but violates another keyword. */
function outside(pointer: string, expected: string): Mismatch {
  return { pointer, expected, detail: `must be ${expected}` };
}

/** Whether two JSON values are equal. The keys of objects must be in the same order. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
