/** Lines whose cells stand below each other; what follows the last cell with a text is left out. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  // A column without a text takes no place.
  return rows.map((row) =>
    row
      .flatMap((cell, index) => (widths[index] === 0 ? [] : [cell.padEnd(widths[index]!)]))
      .join('  ')
      .trimEnd(),
  );
}
