/** Returns an own property of a table. A key from a file may be `constructor`, which objects inherit. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
