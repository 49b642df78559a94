import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { memoryStore } from './rate-limit-store.ts';

/** One client's requests in the present window. */
export interface RateCount {
  /** This one included. */
  readonly count: number;
  /** Milliseconds until the window ends and counting begins anew. */
  readonly left: number;
}

/** Where requests are counted: in memory, or in a store that several servers share. */
export interface RateStore {
  /** Counts one request of that key in a window of so many milliseconds. May take as long as a provider; then it is 503. */
  hit(key: string, window: number): RateCount | Promise<RateCount>;
}

/** Of {@link rateLimit}. */
export interface RateLimitOptions {
  /** Requests of one key in one window. */
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  /** Whose requests are counted together: the address of the client when not given. Undefined or empty: not limited. */
  readonly key?: (context: RoutingContext) => string | undefined;
  /** In memory when not given: for one process, and forgotten at its end. */
  readonly store?: RateStore;
}

const OPTIONS: OptionNames<RateLimitOptions> = { limit: true, window: true, key: true, store: true };

/**
 * A filter that answers more than so many requests in a window with 429 and Retry-After. Throws `RangeError` for
 * numbers that limit nothing.
 */
export function rateLimit(options: RateLimitOptions): Filter {
  assertOptions('rateLimit', options, OPTIONS);
  assertTypes('rateLimit', options, { key: 'a function' });
  const { limit, window, key = clientAddress, store = memoryStore() } = options;
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`a rate limit is 1 or more, not ${limit}`);
  if (!Number.isFinite(window) || window < 1) {
    throw new RangeError(`the window of a rate limit is 1 ms or more, not ${window}`);
  }
  if (typeof store?.hit !== 'function')
    throw new TypeError('rateLimit: store is an object with a function hit');
  const filter: Filter = function rateLimited(context, next) {
    const whose = key(context);
    if (whose === undefined || whose === '') return next();
    const admit = ({ count, left }: RateCount): unknown => {
      if (count <= limit) return next();
      const seconds = String(Math.max(1, Math.ceil(left / 1000)));
      throw new HttpError('too-many-requests', {
        detail: `more than ${limit} in ${window / 1000} s; try again in ${seconds} s`,
        headers: { 'retry-after': seconds },
      });
    };
    return mapMaybe(withProviderTimeout(context, 'store of rateLimit', store.hit(whose, window)), admit);
  };
  return describeFilter(filter, { refuses: ['too-many-requests'] });
}

markFilterFactory(rateLimit);

function clientAddress(context: RoutingContext): string | undefined {
  return context.request.remoteAddress;
}
