/** Renders rows as lines with aligned columns, without trailing spaces. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  // An empty column is omitted.
  return rows.map((row) =>
    row
      .flatMap((cell, index) => (widths[index] === 0 ? [] : [cell.padEnd(widths[index]!)]))
      .join('  ')
      .trimEnd(),
  );
}
