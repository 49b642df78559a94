/** A line of a diff: in both texts, only in the later one, or only in the earlier one. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly line: string;
}

/**
 * Maximum number of table cells; if a comparison needs more, the changed part is reported as a whole, because comparing
 * it would take too long.
 */
const CELL_LIMIT = 1_000_000;

/** Compares two texts line by line: a shortest list of removed and added lines, with the lines that both have. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [earlier, later] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < earlier.length && earlier[start] === later[start] && start < later.length) start += 1;
  let end = 0;
  const shortest = Math.min(earlier.length, later.length) - start;
  while (end < shortest && earlier.at(-1 - end) === later.at(-1 - end)) end += 1;
  return [
    ...mark('same', earlier.slice(0, start)),
    ...diffMiddle(earlier.slice(start, earlier.length - end), later.slice(start, later.length - end)),
    ...mark('same', earlier.slice(earlier.length - end)),
  ];
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function mark(kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ kind, line }));
}

function diffMiddle(earlier: readonly string[], later: readonly string[]): DiffLine[] {
  if (earlier.length * later.length > CELL_LIMIT)
    return [...mark('removed', earlier), ...mark('added', later)];
  const common = countCommon(earlier, later);
  const lines: DiffLine[] = [];
  let [one, other] = [0, 0];
  while (one < earlier.length || other < later.length) {
    if (one < earlier.length && other < later.length && earlier[one] === later[other]) {
      lines.push({ kind: 'same', line: earlier[one]! });
      one += 1;
      other += 1;
    } else if (
      other === later.length ||
      (one < earlier.length && common[one + 1]![other]! >= common[one]![other + 1]!)
    ) {
      lines.push({ kind: 'removed', line: earlier[one]! });
      one += 1;
    } else {
      lines.push({ kind: 'added', line: later[other]! });
      other += 1;
    }
  }
  return lines;
}

/** Returns the length of the longest common subsequence of the lines after each pair of positions. */
function countCommon(earlier: readonly string[], later: readonly string[]): Uint32Array[] {
  const common = Array.from({ length: earlier.length + 1 }, () => new Uint32Array(later.length + 1));
  for (let one = earlier.length - 1; one >= 0; one -= 1) {
    for (let other = later.length - 1; other >= 0; other -= 1) {
      common[one]![other] =
        earlier[one] === later[other]
          ? common[one + 1]![other + 1]! + 1
          : Math.max(common[one + 1]![other]!, common[one]![other + 1]!);
    }
  }
  return common;
}
