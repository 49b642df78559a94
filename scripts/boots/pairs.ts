/** The values of each option. */
type Options = Readonly<Record<string, readonly unknown[]>>;

/** One value of each option. */
export type Combination<O extends Options> = { readonly [K in keyof O]: O[K][number] };

/** Lists all combinations; the values of the first option vary slowest. */
export function listCombinations<O extends Options>(options: O): Combination<O>[] {
  return Object.entries(options).reduce<Combination<O>[]>(
    (partial, [name, values]) =>
      partial.flatMap((some) => values.map((value) => ({ ...some, [name]: value }))),
    [{} as Combination<O>],
  );
}

/** Lists every pair of values in a combination. */
export function listPairs(combination: Readonly<Record<string, unknown>>): string[] {
  const values = Object.entries(combination).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return values.flatMap((first, index) => values.slice(index + 1).map((second) => `${first}, ${second}`));
}

/** Number of orders to try, because the result of a greedy choice depends on the order. */
const ORDERS = 200;

/** Finds a small and cheap set of combinations that covers every pair in them. The result is deterministic. */
export function coverPairs<C extends Readonly<Record<string, unknown>>>(
  combinations: readonly C[],
  cost: (combination: C) => number = () => 0,
): C[] {
  const pairs = new Map(combinations.map((combination) => [combination, listPairs(combination)]));
  const random = randomNumbers(1);
  const total = (choice: readonly C[]): number => choice.reduce((sum, one) => sum + cost(one), 0);
  let best: readonly C[] = combinations;
  for (let count = 0; count < ORDERS; count += 1) {
    const choice = chooseGreedily(shuffle(combinations, random), pairs);
    const fewer = choice.length - best.length || total(choice) - total(best);
    if (fewer < 0) best = choice;
  }
  return combinations.filter((combination) => best.includes(combination));
}

/** Repeatedly chooses the first combination with the most uncovered pairs. */
function chooseGreedily<C>(combinations: readonly C[], pairs: ReadonlyMap<C, readonly string[]>): C[] {
  const missing = new Set([...pairs.values()].flat());
  const chosen: C[] = [];
  while (missing.size > 0) {
    const gains = combinations.map((one) => pairs.get(one)?.filter((pair) => missing.has(pair)).length ?? 0);
    const best = combinations[gains.indexOf(Math.max(...gains))]!;
    chosen.push(best);
    for (const pair of pairs.get(best) ?? []) missing.delete(pair);
  }
  return chosen;
}

function shuffle<C>(values: readonly C[], random: () => number): C[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** The linear congruential generator of Numerical Recipes. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
