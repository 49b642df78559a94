/** Lists numbers in ascending order, with ranges: `1-3, 7`. */
export function listNumbers(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range !== undefined && number === range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
}
