/** The entry of a package in a repository database. */
export type DatabaseEntry = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the entries of a database or files database. An entry consists of fields: a key such as `%NAME%`, its
 * values, one per line, and an empty line. The first key of each entry is `begins`.
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
