/** Formats a configuration as text: two spaces for each level, and lists of plain values on one line. */
export function formatConfiguration(configuration: object): string {
  const spaced = JSON.stringify(configuration, undefined, 2);
  const compact = spaced.replace(/\[\n[^[\]{}]*\]/g, (list) =>
    list
      .replace(/^\[\n\s*/, '[')
      .replace(/\n\s*\]$/, ']')
      .replace(/\n\s*/g, ' '),
  );
  return `${compact}\n`;
}
