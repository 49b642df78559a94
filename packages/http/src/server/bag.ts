/** Something that knows its place in a {@link Bag}. */
export interface Slotted {
  /** -1 while it is in none. */
  slot: number;
}

/**
 * Things in no order, each in one bag at most. Both ways it takes a few stores; a `Set` would have to give each thing a
 * hash first, which costs more than all else that is done for a small body.
 */
export class Bag<T extends Slotted> {
  readonly #list: T[] = [];

  get size(): number {
    return this.#list.length;
  }

  add(thing: T): void {
    thing.slot = this.#list.length;
    this.#list.push(thing);
  }

  delete(thing: T): void {
    const { slot } = thing;
    if (slot === -1) return;
    thing.slot = -1;
    const last = this.#list.pop()!;
    if (last === thing) return;
    this.#list[slot] = last;
    last.slot = slot;
  }

  /** A copy: what is done with them may change the bag. */
  all(): readonly T[] {
    return [...this.#list];
  }
}
