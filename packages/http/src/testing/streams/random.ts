/** A generator of pseudo-random numbers (splitmix32). The same seed yields the same numbers on every machine. */
export class Random {
  #state: number;

  /** Cases with different indexes get independent numbers, so that each case can be repeated by itself. */
  constructor(seed: number, index: number) {
    this.#state = (Math.imul(seed, 0x85eb_ca6b) ^ Math.imul(index + 1, 0xc2b2_ae35)) | 0;
  }

  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x9e37_79b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    mixed ^= mixed >>> 15;
    return Math.floor(((mixed >>> 0) / 0x1_0000_0000) * limit);
  }

  /** Returns true with a probability of `percent` / 100. */
  chance(percent: number): boolean {
    return this.below(1000) < percent * 10;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Returns one of the values, chosen in proportion to their weights. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let at = this.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of choices) {
      if (at < weight) return value;
      at -= weight;
    }
    throw new Error('the weights do not add up');
  }
}
