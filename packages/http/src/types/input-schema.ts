import type { JsonSchemaSource, StandardSchemaV1 } from '../contract/standard-schema.ts';
import { mapMaybe, toPromise } from '../internal/thenable.ts';

const inputSchemas = new WeakMap<StandardSchemaV1, StandardSchemaV1>();
const validatingSchemas = new WeakMap<object, StandardSchemaV1>();

/**
 * Returns a schema for values of the type `z.input<typeof S>`: `schema` validates the value, which is returned without
 * the schema's conversions and defaults. All calls with the same schema return the same object.
 */
export function inputSchema(schema: StandardSchemaV1): StandardSchemaV1 {
  let wrapper = inputSchemas.get(schema);
  if (wrapper === undefined) {
    wrapper = createInputSchema(schema);
    inputSchemas.set(schema, wrapper);
    validatingSchemas.set(wrapper, schema);
  }
  return wrapper;
}

/** Returns the schema that was passed to `inputSchema` to create the value; undefined for any other value. */
export function validatingSchemaOf(value: object): StandardSchemaV1 | undefined {
  return validatingSchemas.get(value);
}

function createInputSchema(schema: StandardSchemaV1): StandardSchemaV1 {
  const standard = schema['~standard'];
  const { vendor, jsonSchema } = standard;
  const input: JsonSchemaSource['input'] | undefined = jsonSchema && ((options) => jsonSchema.input(options));
  return {
    '~standard': {
      version: 1,
      vendor,
      validate: (value) =>
        mapMaybe(toPromise(standard.validate(value)), (result) =>
          result.issues === undefined ? { value } : result,
        ),
      ...(input && { jsonSchema: { input, output: input } }),
    },
  };
}
