import { boundedKey } from './bounded-key.ts';
import type { RateCount, RateStore } from './rate-limit.ts';

interface CountingWindow {
  count: number;
  readonly ends: number;
}

/** Limit of stored keys: an attacker with many addresses must not exhaust memory. */
const MAX_KEYS = 10_000;

/** Creates a store that counts in memory, in windows that start with a key's first request. Beyond `maxKeys` the oldest keys are removed. */
export function memoryStore(
  maxKeys: number = MAX_KEYS,
  now: () => number = () => performance.now(),
): RateStore {
  // In the order in which the windows started, so that expired ones come first.
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
        if (ends > time && windows.size < maxKeys) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, ends: time + window });
      return { count: 1, left: window };
    },
  };
}
