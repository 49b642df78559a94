/** One package's entry in a repository's database. */
export type DatabaseEntry = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the entries of a database or a files database: `%NAME%`, then its values, a line each, then an empty
 * line. Several entries may stand one after the other; each begins with `begins`.
 */
export function parseEntries(text: string, begins: string): DatabaseEntry[] {
  const entries: Map<string, string[]>[] = [];
  let values: string[] | undefined;
  for (const line of text.split('\n')) {
    const key = /^%([A-Z0-9]+)%$/.exec(line)?.[1];
    if (key !== undefined) {
      if (key === begins || entries.length === 0) entries.push(new Map());
      values = [];
      entries.at(-1)?.set(key, values);
    } else if (line === '') values = undefined;
    else values?.push(line);
  }
  return entries;
}
