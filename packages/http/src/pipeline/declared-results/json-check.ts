import type { JsonSchema } from '../../contract/json-schema.ts';
import { isJsonObject, mismatch, type Mismatch } from './mismatch.ts';
import { keywordChecks } from './keyword-checks.ts';
import { MAX_ISSUES } from '../../types/failure.ts';

/** Compares a JSON value with a schema. `pointer` is the JSON pointer to the value. */
export type JsonCheck = (value: unknown, pointer: string) => readonly Mismatch[];

/** Compiles a subschema of the same schema. */
export type CompileSubschema = (schema: unknown) => JsonCheck;

/**
 * Compiles a JSON Schema into closures. Supports the keywords that Writ generates, and those that Standard Schema
 * libraries generate for common types. Other keywords, such as `format`, are ignored.
 */
export function compileJsonCheck(schema: JsonSchema): JsonCheck {
  return new Compilation().compile(schema, schema);
}

const ACCEPT: JsonCheck = () => [];

class Compilation {
  readonly #checks = new Map<object, JsonCheck>();

  /** Compiles a schema once. `root` is the schema to which references are relative. */
  compile(schema: unknown, root: JsonSchema): JsonCheck {
    if (schema === false) return (value, pointer) => [mismatch(pointer, 'absent', value)];
    if (!isJsonObject(schema)) return ACCEPT;
    const known = this.#checks.get(schema);
    if (known !== undefined) return known;
    let check: JsonCheck = ACCEPT;
    // A definition may refer to itself before it is compiled.
    this.#checks.set(schema, (value, pointer) => check(value, pointer));
    check = this.#compileObject(schema, isRoot(schema) ? schema : root);
    this.#checks.set(schema, check);
    return check;
  }

  #compileObject(schema: JsonSchema, root: JsonSchema): JsonCheck {
    const checks = keywordChecks(schema, (each) => this.compile(each, root));
    const { $ref: reference } = schema;
    if (typeof reference === 'string') checks.push(this.compile(resolve(reference, root), root));
    const [only] = checks;
    if (only === undefined) return ACCEPT;
    if (checks.length === 1) return only;
    return (value, pointer) => {
      const found: Mismatch[] = [];
      for (const each of checks) {
        found.push(...each(value, pointer));
        if (found.length >= MAX_ISSUES) break;
      }
      return found;
    };
  }
}

/**
 * Whether a schema is complete, as the schemas that libraries generate are. If so, its references are relative to
 * itself.
 */
function isRoot(schema: JsonSchema): boolean {
  return '$schema' in schema || '$defs' in schema || 'definitions' in schema;
}

/**
 * Finds the target of a reference such as `#/$defs/Note`. Returns undefined, which accepts any value, for other
 * references.
 */
function resolve(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}
