import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { estimateSize, MemoryEntries } from '../memory-entries.ts';

/** A response as plain data, so that a store can serialize it. */
export interface StoredResponse {
  readonly status: number;
  /** Alternating names and values. The names are in lower case. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** Time at which the response was created, in milliseconds since 1970. */
  readonly date: number;
  /** Number of milliseconds for which the response is fresh. */
  readonly fresh: number;
  /**
   * Number of milliseconds for which the response is still sent, and revalidated in the background, when it is no
   * longer fresh.
   */
  readonly stale: number;
}

/** The request headers on which the response depends. Each combination of their values is a variant. */
export interface StoredVariants {
  /** The names in `Vary`, in lower case. */
  readonly vary: readonly string[];
  /** Part of the keys of the variants. It changes after an invalidation, so that old variants are no longer found. */
  readonly id: string;
}

/** A store for responses, in memory or in storage that several servers share. */
export interface ResponseStore {
  /** Returns the entry with a key, or undefined if there is none. If this fails, the entry is treated as missing. */
  get(
    key: string,
  ): StoredResponse | StoredVariants | undefined | Promise<StoredResponse | StoredVariants | undefined>;
  /** Stores an entry, which is no longer needed after `time` milliseconds. */
  set(key: string, entry: StoredResponse | StoredVariants, time: number): void | Promise<void>;
  /** Deletes an entry, if there is one. */
  delete(key: string): void | Promise<void>;
}

/** Options for {@link memoryResponseStore}. */
export interface MemoryResponseStoreOptions {
  /** Maximum total size of all entries (default: `64MB`). */
  readonly maxSize?: ByteSize;
}

/**
 * Creates a store in the memory of this process. If the entries exceed `maxSize`, the least recently used ones are
 * removed. Throws `TypeError` if the size is invalid.
 */
export function memoryResponseStore({ maxSize = '64MB' }: MemoryResponseStoreOptions = {}): ResponseStore {
  const limit = parseByteSize(maxSize, 'memoryResponseStore: maxSize');
  const entries = new MemoryEntries<StoredResponse | StoredVariants>(limit, sizeOf);
  return {
    get: (key) => entries.get(key),
    set: (key, entry, time) => entries.set(key, entry, time),
    delete: (key) => entries.delete(key),
  };
}

function sizeOf(key: string, entry: StoredResponse | StoredVariants): number {
  return 'vary' in entry
    ? estimateSize([key, ...entry.vary], 0)
    : estimateSize([key, ...entry.headers], entry.body.byteLength);
}
