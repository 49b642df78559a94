import type { RoutingContext } from '../../contract/context.ts';
import { assertMethods, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { memoryResponseStore, type ResponseStore } from './response-store.ts';

/** Options for {@link responseCache}. */
export interface ResponseCacheOptions {
  /**
   * Number of seconds for which a response is fresh if its Cache-Control and Expires headers do not state this
   * (default: such responses are not stored). It does not apply to the statuses 404 and 410.
   */
  readonly maxAge?: number;
  /**
   * Number of seconds for which a response that is no longer fresh is still sent, and revalidated in the background
   * (default: 0). The directive `stale-while-revalidate` of a response takes precedence; without it, the directives
   * `must-revalidate`, `proxy-revalidate` and `s-maxage` set this time to 0. Has no effect on routes with `connect()`,
   * because a repeated request has no `node:http` messages.
   */
  readonly staleWhileRevalidate?: number;
  /**
   * Names of the query parameters on which responses depend (default: the whole query). All other parameters are
   * ignored.
   */
  readonly query?: readonly string[];
  /**
   * Returns a key for a request with credentials. Requests with the same key share responses. By default, and if the
   * key is undefined, the cache is not used for requests that have an Authorization header, cookies or a user.
   */
  readonly credentials?: (context: RoutingContext) => string | undefined;
  /** Store for the responses (default: the memory of this process). */
  readonly store?: ResponseStore;
  /** Maximum size of a stored body (default: `1MB`). */
  readonly maxBody?: ByteSize;
  /** Name of the cache in `Cache-Status` (default: `writ`). */
  readonly name?: string;
}

const OPTIONS: OptionNames<ResponseCacheOptions> = {
  maxAge: true,
  staleWhileRevalidate: true,
  query: true,
  credentials: true,
  store: true,
  maxBody: true,
  name: true,
};

/** The options with their defaults. */
export interface CacheSettings extends Pick<ResponseCacheOptions, 'query' | 'credentials'> {
  readonly fresh: number | undefined;
  readonly stale: number;
  readonly store: ResponseStore;
  readonly maxBody: number;
  readonly name: string;
}

/** Applies the defaults to the options. Throws `TypeError` or `RangeError` if an option is invalid. */
export function readCacheOptions(options: ResponseCacheOptions): CacheSettings {
  assertOptions('responseCache', options, OPTIONS);
  assertTypes('responseCache', options, {
    query: 'a list of strings',
    credentials: 'a function',
    name: 'a string',
  });
  assertMethods('responseCache: store', options.store, ['get', 'set', 'delete']);
  const { maxAge, staleWhileRevalidate = 0, query, credentials, maxBody = '1MB', name = 'writ' } = options;
  assertSeconds('maxAge', maxAge);
  assertSeconds('staleWhileRevalidate', staleWhileRevalidate);
  if (!/^[A-Za-z*][\w!#$%&'*+\-.^`|~:/]*$/.test(name))
    throw new TypeError(`responseCache: name must be a token such as 'writ', not ${JSON.stringify(name)}`);
  return {
    fresh: maxAge,
    stale: staleWhileRevalidate,
    store: options.store ?? memoryResponseStore(),
    maxBody: parseByteSize(maxBody, 'responseCache: maxBody'),
    name,
    ...(query && { query: [...query].toSorted() }),
    ...(credentials && { credentials }),
  };
}

function assertSeconds(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return;
  throw new RangeError(`responseCache: ${name} must be a number of seconds, 0 or more, not ${String(value)}`);
}
