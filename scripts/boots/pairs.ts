/** The values of each option. */
type Options = Readonly<Record<string, readonly unknown[]>>;

/** One value of each option. */
export type Combination<O extends Options> = { readonly [K in keyof O]: O[K][number] };

/** Every combination; the first option's values change last. */
export function listCombinations<O extends Options>(options: O): Combination<O>[] {
  return Object.entries(options).reduce<Combination<O>[]>(
    (partial, [name, values]) =>
      partial.flatMap((some) => values.map((value) => ({ ...some, [name]: value }))),
    [{} as Combination<O>],
  );
}

/** Every two values of a combination; each of its values is in one of them. */
export function listPairs(combination: Readonly<Record<string, unknown>>): string[] {
  const values = Object.entries(combination).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return values.flatMap((first, index) => values.slice(index + 1).map((second) => `${first}, ${second}`));
}

/** From so many orders of the combinations a choice is made: which is the smallest depends on the order. */
const ORDERS = 200;

/** The smallest choice that was found of those that have every pair that any combination has; always the same. */
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

/** Each time the combination with the most pairs that are missing still, and of several the first. */
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
