import { markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** Of {@link cache}. */
export interface CacheOptions {
  /** Seconds that an answer may be used again. */
  readonly maxAge: number;
  /** Only by the client itself, not by caches that several share. */
  readonly private?: boolean;
  /** The answer never changes while it is fresh, so that nobody asks again. */
  readonly immutable?: boolean;
}

/**
 * A filter that says in Cache-Control how long answers to GET and HEAD may be kept; `cache(false)` forbids it. What the
 * handler sets itself stays, and errors are not kept. Throws `RangeError` for an age that is none.
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
    throw new RangeError(`maxAge is a whole number of seconds, not ${maxAge}`);
  }
  return [`max-age=${maxAge}`, own && 'private', immutable && 'immutable'].filter(Boolean).join(', ');
}
