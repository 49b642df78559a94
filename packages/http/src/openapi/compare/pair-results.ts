/** A difference, or a part that was not compared. */
export interface Excess {
  /** The location in the value, such as `/items/0/title`; empty for the value itself. */
  readonly path: string;
  /** The difference, such as `the value "a" is not permitted`. */
  readonly message: string;
  /** Whether it is not a difference, but a part that both schemas have and that was not compared. */
  readonly isNote?: true;
}

/** Number of differences of a pair that are reported. Schemas that share others have many more locations than schemas. */
export const MAX_EXCESS = 100;

interface Assumed {
  readonly excess: readonly Excess[];
  /** The position of the outermost open pair on which the result depends. */
  readonly dependsOn: number;
}

/**
 * The results of pairs of schemas. A pair that is compared within its own comparison is assumed to have no difference,
 * which is correct unless a difference is found elsewhere. A difference remains one in any case; a result without a
 * difference is valid only as long as the assumptions on which it depends are.
 */
export class PairResults {
  readonly #final = new Map<string, readonly Excess[]>();
  /** Pairs that are being compared, with their positions, and the levels of the value at which they apply. */
  readonly #open = new Map<string, { readonly position: number; readonly level: number }>();
  readonly #assumed = new Map<string, Assumed>();
  /** The keys of {@link #assumed}, in the order in which they were compared. */
  readonly #order: string[] = [];
  /** The outermost position on which the comparison in progress depends. */
  #dependsOn = Number.POSITIVE_INFINITY;

  get openCount(): number {
    return this.#open.size;
  }

  /** Returns the result of a pair, which is compared if it has none. `level` is the depth in the value. */
  resultOf(pair: string, level: number, compare: () => readonly Excess[]): readonly Excess[] {
    const final = this.#final.get(pair);
    if (final !== undefined) return final;
    const open = this.#open.get(pair);
    // Such a schema says nothing about the value.
    if (open?.level === level)
      return [{ path: '', message: 'cannot be compared: a schema contains itself as a variant' }];
    const position = open?.position ?? this.#assumed.get(pair)?.dependsOn;
    if (position !== undefined) {
      this.#dependsOn = Math.min(this.#dependsOn, position);
      return this.#assumed.get(pair)?.excess ?? [];
    }
    return this.#compare(pair, level, compare);
  }

  #compare(pair: string, level: number, compare: () => readonly Excess[]): readonly Excess[] {
    const outer = this.#dependsOn;
    const [own, start] = [this.#open.size, this.#order.length];
    this.#dependsOn = Number.POSITIVE_INFINITY;
    this.#open.set(pair, { position: own, level });
    const excess = limit(compare());
    this.#open.delete(pair);
    const dependsOn = this.#dependsOn;
    this.#dependsOn = outer;
    const within = this.#order.splice(start);
    if (countDifferences(excess) > 0) {
      // The results within the comparison may have assumed that this pair has no difference.
      for (const each of within) this.#assumed.delete(each);
      this.#final.set(pair, excess);
    } else if (dependsOn >= own) {
      for (const each of within) {
        this.#final.set(each, this.#assumed.get(each)!.excess);
        this.#assumed.delete(each);
      }
      this.#final.set(pair, excess);
    } else {
      this.#assumed.set(pair, { excess, dependsOn });
      for (const each of within) {
        const found = this.#assumed.get(each)!;
        this.#assumed.set(each, { ...found, dependsOn: Math.min(found.dependsOn, dependsOn) });
      }
      this.#order.push(...within, pair);
      this.#dependsOn = Math.min(outer, dependsOn);
    }
    return excess;
  }
}

export function countDifferences(excess: readonly Excess[]): number {
  return excess.reduce((count, { isNote }) => (isNote === true ? count : count + 1), 0);
}

/** Differences take precedence over notes. */
function limit(excess: readonly Excess[]): readonly Excess[] {
  if (excess.length <= MAX_EXCESS) return excess;
  return excess
    .toSorted((one, other) => Number(one.isNote ?? false) - Number(other.isNote ?? false))
    .slice(0, MAX_EXCESS);
}
