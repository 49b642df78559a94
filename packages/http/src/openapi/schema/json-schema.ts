/** A JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;
