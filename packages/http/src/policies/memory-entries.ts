interface MemoryEntry<T> {
  readonly value: T;
  readonly size: number;
  readonly expires: number;
}

/** An in-memory LRU cache. If its entries exceed the limit, the least recently used ones are removed. */
export class MemoryEntries<T> {
  readonly #limit: number;
  readonly #sizeOf: (key: string, value: T) => number;
  /** Sorted by last use, so that the entries to remove come first. */
  readonly #entries = new Map<string, MemoryEntry<T>>();
  #used = 0;

  /** `limit` is the maximum total size in bytes, and `sizeOf` estimates the size of an entry. */
  constructor(limit: number, sizeOf: (key: string, value: T) => number) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expires <= Date.now()) {
      this.delete(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores an entry for `time` milliseconds. An entry that is larger than the limit is not stored. */
  set(key: string, value: T, time: number): void {
    this.delete(key);
    const size = this.#sizeOf(key, value);
    if (size > this.#limit) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#used + size <= this.#limit) break;
      this.delete(oldest);
    }
    this.#entries.set(key, { value, size, expires: Date.now() + time });
    this.#used += size;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#used -= entry.size;
  }
}

/** Estimated number of bytes that an entry uses in addition to its contents. */
const OVERHEAD = 256;

/** Estimates the number of bytes that an entry uses. A character counts as two bytes. */
export function estimateSize(texts: readonly string[], bytes: number): number {
  return OVERHEAD + texts.reduce((sum, text) => sum + text.length, 0) * 2 + bytes;
}
