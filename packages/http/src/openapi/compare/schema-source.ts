import { isObject, References, UNFOLLOWED, unfollowedOf, type JsonObject } from './references.ts';

/** Keywords that describe a value without restricting it. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'discriminator',
]);

/**
 * The schemas of a document. Equal schemas, including derived ones, are represented by the same object, so that each
 * pair is compared only once.
 */
export class SchemaSource {
  readonly #references: References;
  readonly #ids = new Map<unknown, number>();
  readonly #byKeywords = new Map<string, object>();
  readonly #unified = new WeakMap<object, object>();

  constructor(references: References) {
    this.#references = references;
  }

  /** Returns a number that identifies a schema. */
  idOf(value: unknown): number {
    const found = this.#ids.get(value);
    if (found !== undefined) return found;
    this.#ids.set(value, this.#ids.size);
    return this.#ids.size - 1;
  }

  /** Follows the reference of a schema. */
  resolve(schema: unknown): unknown {
    const found = this.#references.resolve(schema);
    if (!isObject(found)) return found;
    const unfollowed = unfollowedOf(found);
    return unfollowed.length === 0
      ? this.#unify(found)
      : this.#unify({ ...found, [UNFOLLOWED]: this.#unify(unfollowed) });
  }

  omit(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
    return this.#unify(
      Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name))),
    );
  }

  withType(schema: JsonObject, type: unknown): JsonObject {
    return this.#unify({ ...schema, type });
  }

  /**
   * Merges two schemas. Properties, required names and references are combined; for any other keyword, the second
   * schema takes precedence.
   */
  merge(first: JsonObject, second: unknown): unknown {
    if (isUnrestricted(first)) return second;
    const schema = this.resolve(second);
    if (schema === false) return false;
    if (!isObject(schema)) return first;
    const united: Record<string, unknown> = { ...first, ...schema };
    for (const keyword of ['required', UNFOLLOWED]) {
      const list = [...(listOf(first[keyword]) ?? []), ...(listOf(schema[keyword]) ?? [])];
      if (list.length > 0) united[keyword] = this.#unify([...new Set(list)]);
    }
    const properties = { ...propertiesOf(first), ...propertiesOf(schema) };
    if (Object.keys(properties).length > 0) united['properties'] = this.#unify(properties);
    return this.#unify(united);
  }

  #unify<T extends object>(value: T): T {
    const known = this.#unified.get(value);
    if (known !== undefined) return known as T;
    const key = Array.isArray(value)
      ? `[${value.map((each) => this.idOf(each)).join()}]`
      : Object.entries(value)
          .map(([name, each]) => `${this.idOf(name)}:${this.idOf(each)}`)
          .join();
    const first = this.#byKeywords.get(key) ?? value;
    this.#byKeywords.set(key, first);
    this.#unified.set(value, first);
    return first as T;
  }
}

/** Whether a schema has no keyword that restricts values. */
export function isUnrestricted(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}

export function propertiesOf(schema: JsonObject): JsonObject {
  return (schema['properties'] ?? {}) as JsonObject;
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}
