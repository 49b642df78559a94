import type { JsonSchema } from '../../contract/json-schema.ts';

export interface Definitions {
  /** The schema without its definitions and file-level keywords. */
  readonly own: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

export function splitDefinitions(schema: JsonSchema): Definitions {
  const { $schema: _dialect, $id: _address, id: _name, $defs, definitions, ...own } = schema;
  return { own, definitions: { ...(definitions as object), ...($defs as object) } };
}

/** Returns the key of a referenced definition: `#` for the schema itself, undefined for other references. */
function definitionKey(reference: string): string | undefined {
  if (reference === '#') return '#';
  const key = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1];
  return key && decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Replaces each reference to a definition. */
export function rewriteRefs(schema: JsonSchema, refTo: (key: string) => string): JsonSchema {
  return replaceRefs(schema, (reference) => {
    const key = definitionKey(reference);
    return key === undefined ? reference : refTo(key);
  }) as JsonSchema;
}

/** Returns a definition with all definitions to which it refers. Schemas with equal closures are equal. */
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

/** Keywords whose data is not a reference even if it looks like one. */
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
