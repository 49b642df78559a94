/** Returns the offsets at which a line begins and ends, from 1; those of the last line if there are fewer. */
export function lineRange(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let current = 1; current < line; current += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end === -1 ? text.length : end };
}
