/**
 * Returns the Levenshtein distance of two strings: the smallest number of UTF-16 code units to insert, delete or replace
 * in one of them to get the other.
 */
export function distance(one: string, other: string): number {
  // The distances between the processed part of `one` and each prefix of `other`.
  const distances = Array.from({ length: other.length + 1 }, (_, length) => length);
  for (let row = 1; row <= one.length; row += 1) {
    let diagonal = distances[0]!;
    distances[0] = row;
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = one[row - 1] === other[column - 1] ? diagonal : diagonal + 1;
      diagonal = distances[column]!;
      distances[column] = Math.min(replaced, diagonal + 1, distances[column - 1]! + 1);
    }
  }
  return distances[other.length]!;
}
