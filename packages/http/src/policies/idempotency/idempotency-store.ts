import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { estimateSize, MemoryEntries } from '../memory-entries.ts';

/** The response to a request with an idempotency key, as plain data, so that a store can serialize it. */
export interface IdempotentResponse {
  /** Digest of the method, the address and the Content-Type of the request. */
  readonly request: string;
  /** Digest of the part of the request body that was read. */
  readonly payload: string;
  /** Size of this part in bytes. */
  readonly payloadSize: number;
  /** Whether the body was read to its end. */
  readonly isWhole: boolean;
  readonly status: number;
  /** Alternating names and values. The names are in lower case. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * A store for the responses to requests with idempotency keys, in memory or in storage that several servers share. The
 * keys that it receives are digests of the clients' keys and credentials.
 */
export interface IdempotencyStore {
  /**
   * Returns the response with a key, or `in-use` if the key is reserved. Otherwise, reserves the key for at most `time`
   * milliseconds and returns `reserved`. Must be atomic: only one of several concurrent calls may reserve the key.
   */
  reserve(
    key: string,
    time: number,
  ): IdempotentResponse | 'reserved' | 'in-use' | Promise<IdempotentResponse | 'reserved' | 'in-use'>;
  /** Replaces a reservation with the response, which is no longer needed after `time` milliseconds. */
  set(key: string, response: IdempotentResponse, time: number): void | Promise<void>;
  /** Ends a reservation without a response. */
  delete(key: string): void | Promise<void>;
}

/** Options for {@link memoryIdempotencyStore}. */
export interface MemoryIdempotencyStoreOptions {
  /** Maximum total size of all responses (default: `64MB`). */
  readonly maxSize?: ByteSize;
}

/**
 * Creates a store in the memory of this process. If the responses exceed `maxSize`, the least recently used ones are
 * removed. Throws `TypeError` if the size is invalid.
 */
export function memoryIdempotencyStore({
  maxSize = '64MB',
}: MemoryIdempotencyStoreOptions = {}): IdempotencyStore {
  const limit = parseByteSize(maxSize, 'memoryIdempotencyStore: maxSize');
  const responses = new MemoryEntries<IdempotentResponse>(limit, (key, { headers, payload, request, body }) =>
    estimateSize([key, request, payload, ...headers], body.byteLength),
  );
  // The times at which reservations end. Other requests cannot remove reservations; each request in progress has one.
  const reserved = new Map<string, number>();
  return {
    reserve(key, time) {
      const now = Date.now();
      if ((reserved.get(key) ?? 0) > now) return 'in-use';
      const known = responses.get(key);
      if (known !== undefined) return known;
      reserved.set(key, now + time);
      return 'reserved';
    },
    set(key, response, time) {
      reserved.delete(key);
      responses.set(key, response, time);
    },
    delete: (key) => void reserved.delete(key),
  };
}
