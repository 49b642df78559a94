/** What a table holds for a key of the file: `constructor` and the like are on every object, and mean nothing. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
