import schema from '../schema/schema.json' with { type: 'json' };

/** The subset of JSON Schema that the configuration schema uses. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly 'x-since'?: string;
  readonly 'x-secret'?: boolean;
}

/** The published schema. */
export const configSchema: Schema = schema as unknown as Schema;
const definitions: Readonly<Record<string, Schema>> = schema.$defs as unknown as Record<string, Schema>;

/** Returns a schema, the schema that it references, and its alternatives. */
export function expandSchema(from: Schema): Schema[] {
  const name = from.$ref?.replace('#/$defs/', '');
  const referenced = name === undefined ? undefined : definitions[name];
  return [
    from,
    ...(referenced === undefined ? [] : expandSchema(referenced)),
    ...(from.anyOf ?? []).flatMap(expandSchema),
  ];
}

/** Returns the schemas of an object's known keys, and the schemas of other keys if the object allows them. */
export function schemaKeys(of: readonly Schema[]): {
  keys: ReadonlyMap<string, Schema>;
  others: readonly Schema[];
} {
  const keys = new Map<string, Schema>();
  const others: Schema[] = [];
  for (const part of of.flatMap(expandSchema)) {
    for (const [key, value] of Object.entries(part.properties ?? {})) {
      // The alternatives of the root only declare which key is required.
      if (typeof value === 'object') keys.set(key, value);
    }
    if (typeof part.additionalProperties === 'object') others.push(part.additionalProperties);
  }
  return { keys, others };
}

export function schemaItems(of: readonly Schema[]): Schema[] {
  return of.flatMap(expandSchema).flatMap(({ items }) => (items === undefined ? [] : [items]));
}

export interface KnownKey {
  /** The keys from the top level, such as `['profile', 'main']`, without list indices. */
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
}

/**
 * Returns all keys of a configuration, outer keys first. NAME represents a freely chosen key, such as the name of an
 * account.
 */
export function knownKeys(of: readonly Schema[] = [configSchema], path: readonly string[] = []): KnownKey[] {
  // The root's alternatives require one of two keys, but describe neither.
  const described = of
    .flatMap(expandSchema)
    .filter(({ properties }) => !Object.values(properties ?? {}).includes(true as never));
  const required = new Set(described.flatMap((part) => part.required ?? []));
  return [...schemaKeys(of).keys].flatMap(([key, value]) => {
    const inner = [...path, key];
    return [
      { path: inner, schema: value, required: required.has(key) },
      ...knownKeys([value, ...schemaItems([value])], inner),
      ...knownKeys(schemaKeys([value]).others, [...inner, 'NAME']),
    ];
  });
}
