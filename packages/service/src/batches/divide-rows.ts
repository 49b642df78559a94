/** Maximum number of rows in one call, which other requests have to wait for. */
const ROWS_PER_CALL = 20;
/** Maximum number of characters in the configurations of one call, except for a single longer one. */
const CHARACTERS_PER_CALL = 200_000;

/** Divides rows into calls that do not occupy a thread for long. */
export function divideRows<T extends { readonly configuration: string }>(rows: readonly T[]): T[][] {
  const calls: T[][] = [];
  let characters = 0;
  for (const row of rows) {
    const last = calls.at(-1);
    const isFull = last === undefined || last.length === ROWS_PER_CALL;
    if (isFull || characters + row.configuration.length > CHARACTERS_PER_CALL) {
      calls.push([row]);
      characters = 0;
    } else last.push(row);
    characters += row.configuration.length;
  }
  return calls;
}
