/** A difference, or a part that was not compared. */
export interface Excess {
  /** The location in the value, such as `/items/0/title`; empty for the value itself. */
  readonly path: string;
  /** The difference, such as `the value "a" is not permitted`. */
  readonly message: string;
  /** Set if this is not a difference but a note about a part that could not be compared. */
  readonly isNote?: true;
}

/**
 * Maximum number of differences reported for a pair. A schema that is used many times would otherwise be reported at
 * every location.
 */
export const MAX_EXCESS = 100;

interface Assumed {
  readonly excess: readonly Excess[];
  /** The position of the outermost open pair on which the result depends. */
  readonly dependsOn: number;
}

/**
 * The results of pairs of schemas. If the comparison of a pair reaches the same pair again, the inner one is assumed to
 * have no difference, which is correct unless a difference is found elsewhere. A difference that is found is final; a
 * result without a difference holds only as long as the assumptions on which it depends.
 */
export class PairResults {
  readonly #final = new Map<string, readonly Excess[]>();
  /** The pairs that are being compared, each with its position and the depth of the compared value. */
  readonly #open = new Map<string, { readonly position: number; readonly level: number }>();
  readonly #assumed = new Map<string, Assumed>();
  /** The keys of {@link #assumed}, in the order in which they were compared. */
  readonly #order: string[] = [];
  /** The outermost position on which the comparison in progress depends. */
  #dependsOn = Number.POSITIVE_INFINITY;

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Returns the result of a pair, and compares the pair if there is none yet. `level` is the depth of the compared
   * value.
   */
  resultOf(pair: string, level: number, compare: () => readonly Excess[]): readonly Excess[] {
    const final = this.#final.get(pair);
    if (final !== undefined) return final;
    const open = this.#open.get(pair);
    // The schema refers to itself without a property or item in between, so it says nothing about the value.
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
      // Results inside this comparison may depend on the assumption that this pair has no difference.
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
