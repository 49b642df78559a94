import { markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** Options for {@link cache}. */
export interface CacheOptions {
  /** Number of seconds for which a response may be reused. */
  readonly maxAge: number;
  /** Whether only the client, and no shared cache, may store the response (default: false). */
  readonly private?: boolean;
  /** Whether the response never changes, so that clients need not revalidate it while it is fresh (default: false). */
  readonly immutable?: boolean;
}

/**
 * Creates a filter that sets Cache-Control on responses to GET and HEAD. `cache(false)` forbids storing any response,
 * whatever its method. A handler can override the header. Error responses do not contain it. Throws `RangeError` if
 * `maxAge` is invalid, and `TypeError` if another option is invalid.
 */
export function cache(options: CacheOptions | false): Filter {
  const value = options === false ? 'no-store' : cacheDirectives(options);
  return function cacheControl(context, next) {
    const { method, headers } = { method: context.request.method, headers: context.response.headers };
    if (options === false || method === 'GET' || method === 'HEAD') headers.set('cache-control', value);
    return next();
  };
}

markFilterFactory(cache);

const OPTIONS: OptionNames<CacheOptions> = { maxAge: true, private: true, immutable: true };

function cacheDirectives(options: CacheOptions): string {
  assertOptions('cache', options, OPTIONS);
  assertTypes('cache', options, { private: 'true or false', immutable: 'true or false' });
  const { maxAge, private: own, immutable } = options;
  if (!Number.isInteger(maxAge) || maxAge < 0) {
    throw new RangeError(`cache: maxAge must be a whole number of seconds, 0 or more, not ${maxAge}`);
  }
  return [`max-age=${maxAge}`, own && 'private', immutable && 'immutable'].filter(Boolean).join(', ');
}
