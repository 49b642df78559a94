/** The subset of JSON Schema that the configuration schema uses. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly 'x-since'?: string;
}

/** A key that an object may have. */
export interface Key {
  readonly name: string;
  readonly required: boolean;
  readonly schemas: readonly Schema[];
}

/** Looks up schemas and keys by path. */
export interface SchemaLookup {
  /** The schemas that may apply to the value, outermost first. */
  schemasAt(path: readonly (string | number)[]): readonly Schema[];
  /** The keys that an object at the path may have. */
  keysAt(path: readonly (string | number)[]): readonly Key[];
}

export function createSchemaLookup(root: Schema): SchemaLookup {
  const expandSchema = (schema: Schema): Schema[] => {
    const { $ref, anyOf = [] } = schema;
    const target = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')];
    return [schema, ...(target === undefined ? [] : expandSchema(target)), ...anyOf.flatMap(expandSchema)];
  };

  const childSchemas = (schemas: readonly Schema[], step: string | number): Schema[] =>
    schemas
      .flatMap(({ properties, additionalProperties, items }) => {
        if (typeof step === 'number') return [items];
        return [readOwnProperty(properties, step) ?? additionalProperties];
      })
      .filter((schema) => typeof schema === 'object')
      .flatMap(expandSchema);

  const schemasAt: SchemaLookup['schemasAt'] = (path) => path.reduce(childSchemas, expandSchema(root));

  const keysAt: SchemaLookup['keysAt'] = (path) => {
    const schemas = schemasAt(path);
    // Alternatives whose properties are only `true` require one of several keys, so none of these keys is required.
    const named = schemas.filter(({ properties = {} }) => !Object.values(properties).includes(true));
    const required = new Set(named.flatMap((schema) => schema.required ?? []));
    const names = new Set(named.flatMap(({ properties = {} }) => Object.keys(properties)));
    return [...names].map((name) => ({
      name,
      required: required.has(name),
      schemas: childSchemas(schemas, name),
    }));
  };
  return { schemasAt, keysAt };
}

/** Reads own properties only, because a key may be called `constructor`. */
function readOwnProperty<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}
