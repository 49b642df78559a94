/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isStrings(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Returns the value at a path of keys and list indices; undefined if there is none. */
export function valueAt(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((outer, key) => {
    if (Array.isArray(outer)) return typeof key === 'number' ? (outer as readonly Json[])[key] : undefined;
    return isObject(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined;
  }, value);
}

/** Returns the name of a secret that a value references as `{"$secret": NAME}`. */
export function secretNameOf(value: Json | undefined): string | undefined {
  const name = isObject(value) && Object.keys(value).length === 1 ? value['$secret'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns the names of all secrets that a value references. */
export function referencedSecrets(value: Json): readonly string[] {
  const name = secretNameOf(value);
  if (name !== undefined) return [name];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencedSecrets) : [];
}
