/**
 * Returns the value of a table's own property; undefined if there is none. A key from a file may be `constructor`,
 * which every object inherits.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
