/** @module Settings from environment variables, validated by a schema. */
import type { SchemaIssue, StandardSchemaV1 } from '../contract/standard-schema.ts';

/** Values of environment variables by name, such as `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The settings that a schema returns. */
export type SettingsOf<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output'];

/**
 * Validates environment variables with a Standard Schema for an object, and returns the output of the schema. A variable
 * that is set to an empty string counts as not set. Throws one error that lists all missing and invalid variables,
 * without their values, and `TypeError` if the schema is invalid or asynchronous.
 */
export function readEnvironment<S extends StandardSchemaV1>(
  schema: S,
  variables: EnvironmentVariables = process.env,
): SettingsOf<S> {
  if (typeof schema?.['~standard']?.validate !== 'function')
    throw new TypeError('readEnvironment: pass a Standard Schema, such as z.object({ PORT: z.string() })');
  const present = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  const values = Object.fromEntries(present) as Readonly<Record<string, string>>;
  const result = schema['~standard'].validate(values);
  if (result instanceof Promise) {
    // The error of the schema must not end the process.
    result.catch(() => {});
    throw new TypeError('readEnvironment: the schema is asynchronous; check such conditions after start-up');
  }
  if (result.issues === undefined) return result.value as SettingsOf<S>;
  const lines = result.issues.map((issue) => `  ${describeIssue(issue, values)}`);
  throw new Error(`missing or invalid environment variables:\n${lines.join('\n')}`);
}

function describeIssue(
  { message, path = [] }: SchemaIssue,
  values: Readonly<Record<string, string>>,
): string {
  const keys = path.map((step) => String(typeof step === 'object' ? step.key : step));
  const [name] = keys;
  if (name === undefined) return withoutValues(message, Object.values(values));
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return `${name} is not set: ${message}`;
  return `${keys.join('.')} is invalid: ${withoutValues(message, [value])}`;
}

/** Minimum length of a value that is removed from messages. Shorter values may be equal to a part of a word or a limit. */
const MIN_LENGTH = 4;

/** Some libraries repeat the value in the message, and it may be a password. */
function withoutValues(message: string, values: readonly string[]): string {
  const hidden = values
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  return hidden.reduce((text, value) => text.replaceAll(value, () => '…'), message);
}
