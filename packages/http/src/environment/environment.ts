/** @module Settings from environment variables, validated by a schema. */
import type { SchemaIssue, StandardSchemaV1 } from '../contract/standard-schema.ts';

/** Values of environment variables by name, such as `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The settings that a schema returns. */
export type SettingsOf<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output'];

/**
 * Validates environment variables with a Standard Schema for an object, and returns the output of the schema. A
 * variable that is set to an empty string counts as not set. Throws one error that lists all missing and invalid
 * variables, and `TypeError` if the schema is invalid or asynchronous. Invalid values of more than three characters are
 * removed from the error.
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
    // A rejection of this promise, which nothing else handles, would end the process.
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

/**
 * Minimum number of characters of a value that is removed from messages. A shorter one may occur in a message by
 * chance, as a part of a word or as a limit.
 */
const MIN_LENGTH = 4;

/**
 * Replaces the values of variables in a message with `…`, because some libraries repeat the value, which may be a
 * password. Values shorter than {@link MIN_LENGTH} remain.
 */
function withoutValues(message: string, values: readonly string[]): string {
  const hidden = values
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  return hidden.reduce((text, value) => text.replaceAll(value, () => '…'), message);
}
