import type { Excess } from './pair-results.ts';
import { UNFOLLOWED, type JsonObject } from './references.ts';
import { ANNOTATIONS, listOf } from './schema-source.ts';

/** Keywords with their own comparison rules. */
const COMPARED = new Set<string>([
  '$ref',
  UNFOLLOWED,
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'prefixItems',
]);

/** Keywords whose value must not be smaller than in the wider schema, and those whose value must not be larger. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

/** Compares types and listed values. */
export function compareValues(a: JsonObject, b: JsonObject): Excess[] {
  const [own, wide] = [valuesOf(a), valuesOf(b)];
  if (wide !== undefined) {
    if (own === undefined)
      return [
        { path: '', message: `is not limited to ${wide.map((each) => JSON.stringify(each)).join(', ')}` },
      ];
    return own
      .filter((value) => !wide.some((each) => isSame(each, value)))
      .map((value) => ({ path: '', message: `the value ${JSON.stringify(value)} is not permitted` }));
  }
  const types = listOf(b['type']) as readonly string[] | undefined;
  if (types === undefined) return [];
  const ownTypes = own?.map(typeOf) ?? (listOf(a['type']) as readonly string[] | undefined);
  if (ownTypes === undefined)
    return [{ path: '', message: `may have a type other than ${types.join(' or ')}` }];
  return [...new Set(ownTypes)]
    .filter((type) => !types.includes(type) && !(type === 'integer' && types.includes('number')))
    .map((type) => ({ path: '', message: `the type ${type} is not permitted: only ${types.join(' or ')}` }));
}

/** Compares limits, and every keyword for which there is no rule. */
export function compareLimits(a: JsonObject, b: JsonObject): Excess[] {
  if (valuesOf(a) !== undefined) return [];
  const found: Excess[] = [];
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  for (const [keywords, sign] of [
    [LOWER, 1],
    [UPPER, -1],
  ] as const) {
    for (const keyword of keywords) {
      const [own, wide] = [a[keyword], b[keyword]];
      if (isNumber(wide) && !(isNumber(own) && own * sign >= wide * sign))
        found.push({
          path: '',
          message: `${keyword} is ${own === undefined ? 'missing' : String(own)} instead of ${wide}`,
        });
    }
  }
  const known = new Set<string>([...ANNOTATIONS, ...COMPARED, ...LOWER, ...UPPER]);
  for (const [keyword, wide] of Object.entries(b)) {
    if (known.has(keyword) || keyword.startsWith('x-') || isSame(a[keyword], wide)) continue;
    const own = a[keyword] === undefined ? 'missing' : JSON.stringify(a[keyword]);
    found.push({ path: '', message: `${keyword} is ${own} instead of ${JSON.stringify(wide)}` });
  }
  return found;
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  return Object.hasOwn(schema, 'const')
    ? [schema['const']]
    : (schema['enum'] as readonly unknown[] | undefined);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Whether a schema permits values of a type without listing them. */
export function permits(schema: JsonObject, type: string): boolean {
  return (listOf(schema['type']) ?? [type]).includes(type) && valuesOf(schema) === undefined;
}

/** Whether two JSON values are equal. The order of an object's members matters, as it does in a generated document. */
function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
