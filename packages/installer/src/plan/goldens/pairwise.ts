/** The values of each dimension by name. */
export type Dimensions<D extends string = string> = Readonly<Record<D, readonly string[]>>;

/** One value of each dimension. */
export type Row<D extends string = string> = Readonly<Record<D, string>>;

/**
 * Returns true if the values can be combined. Also called for partial rows, in which some values are not yet
 * chosen.
 */
export type Allowed<D extends string = string> = (row: Partial<Row<D>>) => boolean;

/** One value from each of two dimensions, such as `a=1 b=2`, in the order of the dimensions. */
export type Pair = string;

/** Returns all pairs that a complete row can contain. */
export function allowedPairs<D extends string>(dimensions: Dimensions<D>, allowed: Allowed<D>): Set<Pair> {
  const names = Object.keys(dimensions) as D[];
  const pairs = new Set<Pair>();
  names.forEach((first, index) => {
    for (const second of names.slice(index + 1)) {
      for (const a of dimensions[first]) {
        for (const b of dimensions[second]) {
          const row = { [first]: a, [second]: b } as Partial<Row<D>>;
          if (completeRow(row, dimensions, allowed, new Set()) !== undefined)
            pairs.add(`${first}=${a} ${second}=${b}`);
        }
      }
    }
  });
  return pairs;
}

/** Returns the pairs in a row. */
export function pairsOf<D extends string>(row: Partial<Row<D>>, dimensions: Dimensions<D>): Pair[] {
  const decided = (Object.keys(dimensions) as D[]).filter((name) => row[name] !== undefined);
  return decided.flatMap((first, index) =>
    decided.slice(index + 1).map((second) => `${first}=${row[first]} ${second}=${row[second]}`),
  );
}

/**
 * Returns rows that cover every requested pair in `missing`, and removes covered pairs from `missing`. Greedy and
 * deterministic: a row starts with the first missing pair, and each further dimension gets the value that
 * covers the most missing pairs.
 */
export function coverPairs<D extends string>(
  dimensions: Dimensions<D>,
  allowed: Allowed<D>,
  missing: Set<Pair>,
  isRequested: (pair: Pair) => boolean,
): Row<D>[] {
  const rows: Row<D>[] = [];
  for (const next of missing) {
    if (!isRequested(next)) continue;
    const seed = Object.fromEntries(next.split(' ').map((part) => part.split('='))) as Partial<Row<D>>;
    const row = completeRow(seed, dimensions, allowed, missing);
    if (row === undefined) throw new Error(`no row can contain ${next}`);
    for (const pair of pairsOf(row, dimensions)) missing.delete(pair);
    rows.push(row);
  }
  return rows;
}

/** Completes a row by backtracking; returns undefined if the constraints allow none. */
function completeRow<D extends string>(
  row: Partial<Row<D>>,
  dimensions: Dimensions<D>,
  allowed: Allowed<D>,
  missing: ReadonlySet<Pair>,
): Row<D> | undefined {
  if (!allowed(row)) return undefined;
  const names = Object.keys(dimensions) as D[];
  const open = names.find((name) => row[name] === undefined);
  if (open === undefined) return row as Row<D>;
  const gain = (value: string): number =>
    pairsOf({ ...row, [open]: value }, dimensions).filter((pair) => missing.has(pair)).length;
  const ranked = dimensions[open]
    .map((value) => ({ value, gained: missing.size === 0 ? 0 : gain(value) }))
    .toSorted((a, b) => b.gained - a.gained);
  for (const { value } of ranked) {
    const whole = completeRow({ ...row, [open]: value } as Partial<Row<D>>, dimensions, allowed, missing);
    if (whole !== undefined) return whole;
  }
  return undefined;
}
