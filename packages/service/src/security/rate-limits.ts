import { createHash } from 'node:crypto';
import { withTimeout } from '@writ/diagnostics/internal';
import {
  HttpError,
  memoryStore,
  rateLimit,
  type Filter,
  type RateStore,
  type RoutingContext,
} from '@writ/http';
import { describeFilter } from '@writ/http/openapi';
import { readCredential } from './credential.ts';

/** Maximum numbers of requests per minute; 0 for no limit. */
export interface RateLimits {
  /** For one token. */
  readonly token: number;
  /**
   * For one address, or the /64 network of an IPv6 address; applies to requests without a valid token, and to all
   * requests for paths that require no token.
   */
  readonly address: number;
}

export const defaultRateLimits: RateLimits = { token: 6_000, address: 1_200 };

const WINDOW = 60_000;
/** Maximum number of registrations of agents from one address in a window. */
const REGISTRATIONS = 1_200;
/** Milliseconds to wait for the shared store. */
const SHARED_LIMIT = 1_000;
/** Milliseconds for which requests are counted in memory after the shared store has failed. */
const FAILURE_PAUSE = 5_000;
/** The paths of the routes whose filters verify a token; on other routes, a token proves nothing. */
const VERIFIED = /^\/(?:api|agent\/orders|metrics)(?:\/|$)/;
/** Paths of probes, which must not fail because of other requests from their address. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready']);

export interface RateStoreOptions {
  /** Counts in the memory of this process; default: a store that removes the oldest windows if there are many. */
  readonly memory?: RateStore;
  /** Returns the current time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Returns a store that counts in `shared`, and in the memory of this process while `shared` fails or if it is undefined:
 * a service whose database cannot be used must still answer.
 */
export function createRateStore(
  shared: RateStore | undefined,
  reportError: (message: string, error: unknown) => void,
  { memory = memoryStore(), now = () => performance.now() }: RateStoreOptions = {},
): RateStore {
  if (shared === undefined) return memory;
  let pausedUntil = 0;
  let isReported = false;
  return {
    async hit(key, window) {
      if (now() < pausedUntil) return memory.hit(key, window);
      try {
        const counted = await withTimeout(Promise.resolve(shared.hit(key, window)), SHARED_LIMIT, () => {
          throw new Error(`the database did not respond within ${SHARED_LIMIT} ms`);
        });
        isReported = false;
        return counted;
      } catch (error) {
        if (!isReported) reportError('Requests are counted by this process only', error);
        isReported = true;
        pausedUntil = now() + FAILURE_PAUSE;
        return memory.hit(key, window);
      }
    },
  };
}

/** Creates a filter that limits the requests of each token; it must follow the filter that verifies the token. */
export function limitTokens(limit: number, store: RateStore): Filter {
  return rateLimit({
    limit,
    window: WINDOW,
    name: 'token',
    store,
    key: ({ request }) => hashOf(readCredential(request)),
  });
}

/** Creates a filter that limits the registrations of agents from each address, whatever the other limits are. */
export function limitRegistrations(store: RateStore): Filter {
  return rateLimit({ limit: REGISTRATIONS, window: WINDOW, name: 'registration', store });
}

/**
 * Creates a filter that limits the requests of each address that have no valid token, or whose route does not verify it;
 * it must precede the filters that verify tokens.
 */
export function limitAddresses(limit: number, store: RateStore): Filter {
  const count = rateLimit({ limit, window: WINDOW, name: 'address', store });
  const filter: Filter = (context, next) => {
    const { request, route } = context;
    if (PROBES.has(request.path)) return next();
    const isVerified = readCredential(request) !== undefined && VERIFIED.test(route?.path ?? '');
    return isVerified ? countRefusal(context, next, count) : count(context, next);
  };
  return describeFilter(filter, { refuses: ['too-many-requests'] });
}

/** Counts a request whose token is refused. */
async function countRefusal(
  context: RoutingContext,
  next: Parameters<Filter>[1],
  count: Filter,
): Promise<unknown> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    return count(context, () => {
      throw error;
    });
  }
}

/** Tokens must not be stored. */
function hashOf(credential: string | undefined): string | undefined {
  return credential === undefined ? undefined : createHash('sha256').update(credential).digest('base64url');
}
