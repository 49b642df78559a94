import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { withProviderTimeout } from '../exchange/provider-timeout.ts';
import { clientKey } from '../protocol/ip-address.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { memoryStore } from './rate-limit-store.ts';

/** The number of requests for one key in the current window. */
export interface RateCount {
  /** Number of requests in the window, including the current one. */
  readonly count: number;
  /** Number of milliseconds until the window ends. */
  readonly left: number;
}

/** A store that counts requests, in memory or in storage that several servers share. */
export interface RateStore {
  /**
   * Counts a request for a key in a window of `window` milliseconds, and returns the count. If this takes longer than
   * the provider limit, the response is 503.
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
   * Returns the key by which requests are counted (default: the client's address, or the /64 network of its IPv6
   * address). If the key is undefined or empty, the request is not limited.
   */
  readonly key?: (context: RoutingContext) => string | undefined;
  /** Store for the counts (default: the memory of this process). */
  readonly store?: RateStore;
  /**
   * Name of the policy in the RateLimit headers: printable ASCII characters except `"` and `\` (default: `default`).
   */
  readonly name?: string;
}

const OPTIONS: OptionNames<RateLimitOptions> = {
  limit: true,
  window: true,
  key: true,
  store: true,
  name: true,
};

/**
 * Creates a filter that responds with 429 and Retry-After to requests that exceed `limit` in a window. The responses to
 * all counted requests contain the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10).
 * Throws `RangeError` if the limit or window is invalid, and `TypeError` if another option is invalid.
 */
export function rateLimit(options: RateLimitOptions): Filter {
  assertOptions('rateLimit', options, OPTIONS);
  assertTypes('rateLimit', options, { key: 'a function', name: 'a string' });
  const { limit, window, key = clientAddress, store = memoryStore(), name = 'default' } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`rateLimit: limit must be a whole number, 1 or more, not ${limit}`);
  if (!Number.isFinite(window) || window < 1) {
    throw new RangeError(`rateLimit: window must be 1 ms or more, not ${window}`);
  }
  if (typeof store?.hit !== 'function')
    throw new TypeError('rateLimit: store must be an object with the method hit');
  if (!PRINTABLE.test(name))
    throw new TypeError('rateLimit: name must consist of printable ASCII characters without " and \\');
  const policy = `"${name}";q=${limit};w=${Math.ceil(window / 1000)}`;
  const filter: Filter = function rateLimited(context, next) {
    const counted = key(context);
    if (counted === undefined || counted === '') return next();
    const check = ({ count, left }: RateCount): unknown => {
      const seconds = String(Math.max(1, Math.ceil(left / 1000)));
      const { headers } = context.response;
      headers.append('ratelimit-policy', policy);
      headers.append('ratelimit', `"${name}";r=${Math.max(0, limit - count)};t=${seconds}`);
      if (count <= limit) return next();
      throw new HttpError('too-many-requests', {
        detail: `more than ${limit} requests in ${window / 1000} s; try again in ${seconds} s`,
        headers: { 'retry-after': seconds },
      });
    };
    return mapMaybe(withProviderTimeout(context, 'store of rateLimit', store.hit(counted, window)), check);
  };
  return describeFilter(filter, { refuses: ['too-many-requests'] });
}

/** Matches a string whose characters need no escaping in a structured field (RFC 9651). */
const PRINTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

markFilterFactory(rateLimit);

function clientAddress(context: RoutingContext): string | undefined {
  const { remoteAddress } = context.request;
  return remoteAddress === undefined ? undefined : clientKey(remoteAddress);
}
