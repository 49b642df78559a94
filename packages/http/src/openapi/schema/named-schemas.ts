import type { JsonSchema } from './json-schema.ts';
import { closureOf, splitDefinitions, rewriteRefs } from './local-refs.ts';

/** `components/schemas`: each schema once, under a name that no other has. */
export class NamedSchemas {
  readonly #schemas = new Map<string, JsonSchema>();
  /** What each name stands for, as it was given. */
  readonly #sources = new Map<string, string>();

  /** A reference to the schema under that name or, when another has it, under one like it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    return { $ref: schemaRef(this.#claim(name, JSON.stringify(schema), () => schema)) };
  }

  /**
   * A schema with definitions and references of its own, which a document has no place for: each definition becomes
   * a component, and so does the schema itself when it has a name or refers to itself. `suffix` ends all their names.
   */
  adopt(schema: JsonSchema, name: string | undefined, suffix = ''): JsonSchema {
    const { own, definitions } = splitDefinitions(schema);
    const names = new Map<string, string>();
    const nameOf = (key: string): string => {
      const known = names.get(key);
      if (known !== undefined) return known;
      const target = key === '#' ? own : definitions[key];
      // A reference to something that is not there means anything.
      if (target === undefined) return this.#claim('Unknown', '{}', () => ({}));
      const given = JSON.stringify(closureOf(key, own, definitions));
      return this.#claim(`${key === '#' ? (name ?? 'Schema') : key}${suffix}`, given, (free) => {
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

  /** What a reference to one of these stands for; another schema is itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const name = typeof $ref === 'string' ? $ref.split('/').at(-1)! : undefined;
    return name === undefined ? schema : (this.#schemas.get(name) ?? {});
  }

  /** By name, in alphabetical order: the document does not change with the order of routes. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** `make` is called with the name before the schema is there, so that it may refer to itself. */
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
