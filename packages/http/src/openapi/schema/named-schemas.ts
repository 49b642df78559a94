import type { JsonSchema } from '../../contract/json-schema.ts';
import { closureOf, splitDefinitions, rewriteRefs } from './local-refs.ts';

/** Collects `components/schemas`, which contains each schema once, under a unique name. */
export class NamedSchemas {
  readonly #schemas = new Map<string, JsonSchema>();
  /**
   * A string for each name, by which equal schemas are recognized: it contains the schema with all definitions to which
   * it refers.
   */
  readonly #sources = new Map<string, string>();

  /** Adds a schema and returns a reference to it. If another schema has the name, a number is appended. */
  add(name: string, schema: JsonSchema): JsonSchema {
    return { $ref: schemaRef(this.#claim(name, JSON.stringify(schema), () => schema)) };
  }

  /**
   * Moves a schema's definitions to components, and the schema itself if it has a name or refers to itself. Appends
   * `suffix` to all names.
   */
  adopt(schema: JsonSchema, name: string | undefined, suffix = ''): JsonSchema {
    const { own, definitions } = splitDefinitions(schema);
    const names = new Map<string, string>();
    const nameOf = (key: string): string => {
      const known = names.get(key);
      if (known !== undefined) return known;
      const target = key === '#' ? own : definitions[key];
      // A broken reference is replaced by a schema that allows any value.
      if (target === undefined) return this.#claim('Unknown', '{}', () => ({}));
      const source = JSON.stringify(closureOf(key, own, definitions));
      return this.#claim(`${key === '#' ? (name ?? 'Schema') : key}${suffix}`, source, (free) => {
        names.set(key, free);
        return rewriteRefs(target, refTo);
      });
    };
    const refTo = (key: string): string => schemaRef(nameOf(key));
    if (Object.keys(own).join() === '$ref') return rewriteRefs(own, refTo);
    const isRecursive = JSON.stringify(own).includes('"$ref":"#"');
    if (name !== undefined || isRecursive) return { $ref: refTo('#') };
    return rewriteRefs(own, refTo);
  }

  /** Returns a reference to a schema that is added later. */
  refTo(name: string): JsonSchema {
    return { $ref: schemaRef(name) };
  }

  /** Resolves a reference to one of these schemas. Returns any other schema unchanged. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const name = typeof $ref === 'string' ? $ref.split('/').at(-1)! : undefined;
    return name === undefined ? schema : (this.#schemas.get(name) ?? {});
  }

  /** Returns all schemas, sorted by name so that the document does not depend on the order of routes. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Returns the name of the schema for which this string was recorded. If there is none, adds the result of `make`
   * under a free name, which `make` receives so that the schema can refer to itself.
   */
  #claim(wanted: string, given: string, make: (name: string) => JsonSchema): string {
    const base = wanted.replaceAll(/[^\w.-]+/g, '_') || 'Schema';
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? base : `${base}_${count}`;
      const known = this.#sources.get(name);
      if (known === given) return name;
      if (known !== undefined) continue;
      this.#sources.set(name, given);
      this.#schemas.set(name, make(name));
      return name;
    }
  }
}

function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}
