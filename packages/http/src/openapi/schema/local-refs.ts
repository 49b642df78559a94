import type { JsonSchema } from './json-schema.ts';

export interface Definitions {
  /** The schema without its definitions, and without what only a file of its own has. */
  readonly own: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

export function splitDefinitions(schema: JsonSchema): Definitions {
  const { $schema: _dialect, $id: _address, id: _name, $defs, definitions, ...own } = schema;
  return { own, definitions: { ...(definitions as object), ...($defs as object) } };
}

/** The key of a definition that a reference names: `#` for the schema itself; undefined for a reference elsewhere. */
function definitionKey(reference: string): string | undefined {
  if (reference === '#') return '#';
  const key = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1];
  return key && decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** With each reference to a definition replaced. */
export function rewriteRefs(schema: JsonSchema, refTo: (key: string) => string): JsonSchema {
  return replaceRefs(schema, (reference) => {
    const key = definitionKey(reference);
    return key === undefined ? reference : refTo(key);
  }) as JsonSchema;
}

/** A definition and all that it refers to: two that are equal in this mean the same. */
export function closureOf(
  key: string,
  own: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const visit = (each: string): void => {
    if (Object.hasOwn(found, each)) return;
    const schema = each === '#' ? own : definitions[each];
    found[each] = schema;
    if (schema !== undefined) {
      rewriteRefs(schema, (next) => {
        visit(next);
        return next;
      });
    }
  };
  visit(key);
  return found;
}

/** Data that only looks like a reference (an example, a default, a constant) stays. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);

function replaceRefs(value: unknown, replace: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceRefs(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (DATA_KEYWORDS.has(key)) return [key, each];
      return [key, key === '$ref' && typeof each === 'string' ? replace(each) : replaceRefs(each, replace)];
    }),
  );
}
