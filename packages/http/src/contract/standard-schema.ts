/**
 * The Standard Schema interface (https://standardschema.dev), which zod, valibot, arktype and others implement. Copied
 * to avoid a dependency, as its authors recommend.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Standard JSON Schema, if the library provides it. */
    readonly jsonSchema?: JsonSchemaSource | undefined;
  };
}

/** Whether a type is a Standard Schema. arktype's schemas are functions. */
export function isSchema(type: unknown): type is StandardSchemaV1 {
  return (typeof type === 'object' || typeof type === 'function') && type !== null && '~standard' in type;
}

export interface JsonSchemaSource {
  readonly input: (options: { readonly target: string }) => Record<string, unknown>;
  readonly output: (options: { readonly target: string }) => Record<string, unknown>;
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
