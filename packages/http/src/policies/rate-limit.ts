import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { memoryStore } from './rate-limit-store.ts';

/** The number of requests for one key in the current window. */
export interface RateCount {
  /** Requests in the window, including this one. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly left: number;
}

/** Counts requests in memory, or in a store that several servers share. */
export interface RateStore {
  /**
   * Counts a request for a key in a window of `window` milliseconds. If the store exceeds the provider limit, the
   * response is 503.
   */
  hit(key: string, window: number): RateCount | Promise<RateCount>;
}

/** Options for {@link rateLimit}. */
export interface RateLimitOptions {
  /** Number of requests that a key may send in one window. */
  readonly limit: number;
  /** Length of the window in milliseconds. */
  readonly window: number;
  /**
   * Returns the key by which requests are counted (default: the client's address). If it is undefined or empty, the
   * request is not limited.
   */
  readonly key?: (context: RoutingContext) => string | undefined;
  /** Store of the counts (default: the memory of this process). */
  readonly store?: RateStore;
}

const OPTIONS: OptionNames<RateLimitOptions> = { limit: true, window: true, key: true, store: true };

/**
 * Creates a filter that responds 429 with Retry-After to requests over `limit` in a window. Throws `RangeError` if the
 * limit or window is invalid.
 */
export function rateLimit(options: RateLimitOptions): Filter {
  assertOptions('rateLimit', options, OPTIONS);
  assertTypes('rateLimit', options, { key: 'a function' });
  const { limit, window, key = clientAddress, store = memoryStore() } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`rateLimit: limit must be a whole number, 1 or more, not ${limit}`);
  if (!Number.isFinite(window) || window < 1) {
    throw new RangeError(`rateLimit: window must be 1 ms or more, not ${window}`);
  }
  if (typeof store?.hit !== 'function')
    throw new TypeError('rateLimit: store must be an object with a method hit');
  const filter: Filter = function rateLimited(context, next) {
    const counted = key(context);
    if (counted === undefined || counted === '') return next();
    const check = ({ count, left }: RateCount): unknown => {
      if (count <= limit) return next();
      const seconds = String(Math.max(1, Math.ceil(left / 1000)));
      throw new HttpError('too-many-requests', {
        detail: `more than ${limit} requests in ${window / 1000} s; try again in ${seconds} s`,
        headers: { 'retry-after': seconds },
      });
    };
    return mapMaybe(withProviderTimeout(context, 'store of rateLimit', store.hit(counted, window)), check);
  };
  return describeFilter(filter, { refuses: ['too-many-requests'] });
}

markFilterFactory(rateLimit);

function clientAddress(context: RoutingContext): string | undefined {
  return context.request.remoteAddress;
}
