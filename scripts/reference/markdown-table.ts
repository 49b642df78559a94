/** Renders a table in the format of oxfmt, so that generated pages need no formatting. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [first, ...others] = cells.map(line);
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
}
