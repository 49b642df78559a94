import { boundedKey } from './bounded-key.ts';
import type { RateCount, RateStore } from './rate-limit.ts';

interface CountingWindow {
  count: number;
  readonly ends: number;
}

/** Keys held at once: an attacker with many addresses fills no memory. */
const MAX_KEYS = 10_000;

/** Counts in windows that begin with a key's first request. The oldest keys go first when there are too many. */
export function memoryStore(
  maxKeys: number = MAX_KEYS,
  now: () => number = () => performance.now(),
): RateStore {
  // In the order in which the windows began, so that those which ended stand in front.
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
