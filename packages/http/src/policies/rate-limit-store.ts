import { boundedKey } from './bounded-key.ts';
import type { RateCount, RateStore } from './rate-limit.ts';

interface CountingWindow {
  count: number;
  readonly ends: number;
}

/** Maximum number of stored keys, so that an attacker with many addresses cannot exhaust the memory. */
const MAX_KEYS = 10_000;

/**
 * Creates a store that counts requests in memory. The window of a key starts with its first request. If there are more
 * than `maxKeys` keys (default: 10,000), those whose windows started first are removed. With `refuse` for `whenFull`,
 * only expired windows are removed, and the count of a further key is infinite: every limit refuses it. `now` returns
 * the current time in milliseconds.
 *
 * @throws RangeError if `maxKeys` is not a positive whole number
 */
export function memoryStore(
  maxKeys: number = MAX_KEYS,
  now: () => number = () => performance.now(),
  whenFull: 'remove' | 'refuse' = 'remove',
): RateStore {
  if (!Number.isInteger(maxKeys) || maxKeys < 1)
    throw new RangeError(`memoryStore: the maximum must be a whole number, 1 or more, not ${maxKeys}`);
  // Windows in the order in which they started, so that expired windows are first.
  const windows = new Map<string, CountingWindow>();
  return {
    hit(whole, window): RateCount {
      const key = boundedKey(whole);
      const time = now();
      const present = windows.get(key);
      if (present !== undefined && present.ends > time) {
        present.count += 1;
        return { count: present.count, left: present.ends - time };
      }
      windows.delete(key);
      for (const [oldest, { ends }] of windows) {
        if (ends > time) {
          if (windows.size < maxKeys) break;
          if (whenFull === 'refuse') return { count: Infinity, left: ends - time };
        }
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, ends: time + window });
      return { count: 1, left: window };
    },
  };
}
