import type { StandardSchemaV1 } from '@writ/http';
import { propertyOf } from '../recording/reflection.ts';
import type { RecordedSchema } from './recorded-class.ts';

/** A schema that a declared type refers to cannot be read. */
export class UnreadableSchemaError extends Error {
  /** The name of the schema in the source. */
  readonly schema: string;
  readonly why: string;
  readonly hint: string;

  constructor(schema: string, why: string, hint: string) {
    super(why);
    this.schema = schema;
    this.why = why;
    this.hint = hint;
  }
}

/**
 * Returns a schema of a record.
 *
 * @throws UnreadableSchemaError if its module has not been evaluated or the value is not a schema
 */
export function readSchema(recorded: RecordedSchema | undefined): StandardSchemaV1 {
  const [name, read] = recorded ?? ['the schema', () => undefined];
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    const why = `the schema ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new UnreadableSchemaError(
      name,
      why,
      'declare the schema in a module that does not register the class',
    );
  }
  if (isSchema(value)) return value;
  throw new UnreadableSchemaError(
    name,
    `${name} is not a Standard Schema`,
    'create one with zod, valibot, arktype or another library',
  );
}

function isSchema(value: unknown): value is StandardSchemaV1 {
  return propertyOf(value, '~standard') !== undefined;
}
