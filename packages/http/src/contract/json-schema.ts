/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;
