import type { StandardSchemaV1, Type } from '@writ/http';
import { validatingSchemaOf } from '@writ/http/kernel';
import { isSchema, type TypeContext, type ValueSource } from '@writ/source';
import { SCHEMA_KEY, type RecordedType } from '../declared-types/recorded-class.ts';

/**
 * The schemas to which the declared types of a class refer. Modules are not loaded while types are recorded, so the
 * readers receive a placeholder for each schema.
 */
export class SchemaReferences {
  readonly #sources: ValueSource[] = [];
  readonly #indexes: Map<object, number> = new Map();
  readonly #canRead: (source: ValueSource) => boolean;

  /** `canRead` decides whether the generated code can access a value. */
  constructor(canRead: (source: ValueSource) => boolean) {
    this.#canRead = canRead;
  }

  /** The schemas, in the order of their indexes. */
  get sources(): readonly ValueSource[] {
    return this.#sources;
  }

  /** Returns the placeholder of a value, which is assumed to be a schema; undefined if it cannot be accessed. */
  readonly valueOf: TypeContext['valueOf'] = (source) => {
    if (!this.#canRead(source)) return undefined;
    const known = this.#sources.findIndex((each) => isSameValue(each, source));
    if (known === -1) this.#sources.push(source);
    const index = known === -1 ? this.#sources.length - 1 : known;
    const placeholder = createPlaceholder(index);
    this.#indexes.set(placeholder, index);
    return placeholder;
  };

  /** Returns the record of a type that is a placeholder; undefined for other types. */
  recordOf(type: Type): RecordedType | undefined {
    if (!isSchema(type)) return undefined;
    const validating = validatingSchemaOf(type);
    const schema = this.#indexes.get(validating ?? type);
    if (schema === undefined) return undefined;
    return validating === undefined ? { schema } : { schema, input: true };
  }
}

function isSameValue(one: ValueSource, other: ValueSource): boolean {
  return one.file === other.file && one.exportName === other.exportName && one.localName === other.localName;
}

/** Creates a schema whose JSON Schema refers to the schema with the index. */
function createPlaceholder(index: number): StandardSchemaV1 {
  return {
    '~standard': {
      version: 1,
      vendor: 'writ',
      validate: (value) => ({ value }),
      jsonSchema: {
        input: () => ({ [SCHEMA_KEY]: index, input: true }),
        output: () => ({ [SCHEMA_KEY]: index }),
      },
    },
  };
}
