/** @module A cache of responses. */
import type { RoutingContext } from '../../contract/context.ts';
import type { Filter } from '../../contract/filter.ts';
import type { HttpResponse } from '../../contract/http-response.ts';
import { Exchange } from '../../exchange/exchange.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import { BODY_HEADERS } from '../../protocol/body-headers.ts';
import { evaluateConditions } from '../../protocol/conditions.ts';
import { flatValue, replaceFlat } from '../../protocol/flat-headers.ts';
import { filterMetadata, markFilterFactory } from '../filter-metadata.ts';
import { setStoredHeaders, withoutOuter } from '../stored-headers.ts';
import { credentialsKey, resourceKey, variantKey } from './cache-key.ts';
import { CapturingSink, type CapturedResponse } from './capturing-sink.ts';
import { Flights, type Flight } from './flights.ts';
import { readCacheOptions, type CacheSettings, type ResponseCacheOptions } from './options.ts';
import type { StoredResponse, StoredVariants } from './response-store.ts';
import { CheckedStore } from './checked-store.ts';
import { freshnessOf, hasDirective, varyOf } from './storable.ts';

export type { ResponseCacheOptions } from './options.ts';
export {
  memoryResponseStore,
  type MemoryResponseStoreOptions,
  type ResponseStore,
  type StoredResponse,
  type StoredVariants,
} from './response-store.ts';

/**
 * Creates a filter that stores responses to GET and sends them again for later GET and HEAD requests with the same URL
 * and the same values of the headers named in Vary (RFC 9111), without running the filters and the handler after it. It
 * stores only complete responses that state their freshness or to which `maxAge` applies. It never stores responses
 * with Set-Cookie or with the directives `no-store`, `no-cache` or `private`. Identical requests that arrive at the
 * same time wait for one response. A successful request with a method that can change the resource removes the stored
 * responses for its URL. The filter adds Cache-Status, and adds Age to stored responses. Throws `TypeError` or
 * `RangeError` if an option is invalid.
 */
export function responseCache(options: ResponseCacheOptions = {}): Filter {
  const cache = new ResponseCache(readCacheOptions(options));
  return function cachedResponse(context, next) {
    return cache.respond(context, next);
  };
}

markFilterFactory(responseCache);

/** Where a response is stored. */
interface Place {
  readonly resource: string;
  /** Undefined if no response for the resource is stored. */
  readonly variants: StoredVariants | undefined;
  /** The key of the response. */
  readonly key: string;
}

interface FoundResponse {
  readonly place: Place;
  readonly stored: StoredResponse | undefined;
}

/**
 * Request headers with which the response may differ from the stored one, or which a stored response cannot satisfy.
 */
const BYPASSING = ['range', 'if-match', 'if-unmodified-since', 'transfer-encoding'];

class ResponseCache {
  readonly #settings: CacheSettings;
  readonly #store: CheckedStore;
  readonly #flights = new Flights();
  /** The keys of stale responses that are being revalidated in the background. */
  readonly #revalidating = new Set<string>();

  constructor(settings: CacheSettings) {
    this.#settings = settings;
    this.#store = new CheckedStore(settings.store);
  }

  respond(context: RoutingContext, next: () => unknown): unknown {
    const { method, headers } = context.request;
    // A request without a matching route may be passed to other middleware.
    if (context.route === undefined) return next();
    const isRead = method === 'GET' || method === 'HEAD';
    const credentials = credentialsKey(context, this.#settings.credentials);
    if (!isRead) return this.#passChange(context, next, credentials);
    const length = headers.get('content-length') ?? '0';
    if (
      credentials === undefined ||
      length !== '0' ||
      BYPASSING.some((name) => headers.has(name)) ||
      hasDirective(headers.get('cache-control'), 'no-store')
    ) {
      this.#addStatus(context.response, 'fwd=request');
      return next();
    }
    const resource = resourceKey(context, credentials, this.#settings.query);
    if (isRepetition(context))
      return mapMaybe(this.#find(context, resource), (found) =>
        this.#forward(context, next, found, 'fwd=stale'),
      );
    return mapMaybe(this.#find(context, resource), (found) => this.#select(context, next, found, false));
  }

  /** Looks up the stored response for a request. */
  #find(context: RoutingContext, resource: string): FoundResponse | Promise<FoundResponse> {
    return mapMaybe(
      this.#store.get(context, resource),
      (variants): FoundResponse | Promise<FoundResponse> => {
        if (variants === undefined || !('vary' in variants))
          return { place: { resource, variants: undefined, key: resource }, stored: undefined };
        const place: Place = { resource, variants, key: variantKey(resource, variants, context) };
        return mapMaybe(this.#store.get(context, place.key), (stored) => ({
          place,
          stored: stored !== undefined && 'status' in stored ? stored : undefined,
        }));
      },
    );
  }

  /** Sends the stored response, waits for the response to an identical request, or passes the request on. */
  #select(context: RoutingContext, next: () => unknown, found: FoundResponse, hasWaited: boolean): unknown {
    const { place, stored } = found;
    const age = stored === undefined ? 0 : Date.now() - stored.date;
    const extra = hasWaited ? '; collapsed' : '';
    if (stored !== undefined && age < stored.fresh) return this.#send(context, stored, age, extra);
    if (stored !== undefined && age < stored.fresh + stored.stale && isRepeatable(context)) {
      this.#revalidate(context, place);
      return this.#send(context, stored, age, extra);
    }
    const waits = !hasWaited && context.request.method === 'GET';
    const flight = waits ? this.#flights.find(place.key, context.limits.provider) : undefined;
    if (flight !== undefined) {
      return waitFor(flight, context).then(() =>
        mapMaybe(this.#find(context, place.resource), (again) => this.#select(context, next, again, true)),
      );
    }
    const missing = (place.variants?.vary ?? []).length === 0 ? 'uri-miss' : 'vary-miss';
    return this.#forward(context, next, found, `fwd=${stored === undefined ? missing : 'stale'}`);
  }

  /** Sends a stored response as the result of the filter, so that the filters before it can still add headers. */
  #send(context: RoutingContext, stored: StoredResponse, age: number, extra: string): unknown {
    const { request, response } = context;
    const tag = flatValue(stored.headers, 'etag');
    const modified = Date.parse(flatValue(stored.headers, 'last-modified') ?? '');
    const verdict = evaluateConditions(request.method, (name) => request.headers.get(name), {
      ...(tag !== undefined && { tag }),
      ...(!Number.isNaN(modified) && { modified }),
    });
    const isCurrent = verdict === 'not-modified' && stored.status === 200;
    setStoredHeaders(response, isCurrent ? replaceFlat(stored.headers, BODY_HEADERS) : stored.headers);
    response.headers.set('age', String(Math.floor(age / 1000)));
    this.#addStatus(response, `hit; ttl=${Math.floor((stored.fresh - age) / 1000)}${extra}`);
    if (isCurrent) return RestResponse.status(304);
    response.beforeHead(() => stored.body);
    return RestResponse.status(stored.status);
  }

  /** Passes the request on and stores its response if possible. */
  #forward(context: RoutingContext, next: () => unknown, { place }: FoundResponse, status: string): unknown {
    const { request, response, signal } = context;
    if (request.method === 'HEAD') {
      this.#addStatus(response, status);
      return next();
    }
    const before = response.headers.flat();
    const flight = this.#flights.start(place.key, place.resource);
    const land = (): void => flight.land();
    signal.addEventListener('abort', land, { once: true });
    response.intercept(
      (sink) =>
        new CapturingSink(sink, {
          maxBody: this.#settings.maxBody,
          onHead: (code, headers, body) => {
            const isStored =
              body !== undefined && this.#freshness(context, flight, code, headers) !== undefined;
            return addStatus(headers, `${this.#settings.name}; ${status}${isStored ? '; stored' : ''}`);
          },
          onEnd: (captured) => {
            signal.removeEventListener('abort', land);
            void this.#keep(context, captured, before, place, flight).then(land, land);
          },
        }),
    );
    return runInner(context, next, () => {
      this.#flights.remember(place.key, false);
      land();
    });
  }

  #freshness(
    context: RoutingContext,
    flight: Flight,
    status: number,
    headers: readonly string[],
  ): ReturnType<typeof freshnessOf> {
    // An authentication provider may have set the user after this filter ran.
    if (flight.isOutdated || (context.user !== undefined && this.#settings.credentials === undefined))
      return undefined;
    return freshnessOf(status, headers, this.#settings);
  }

  /** Stores a response that was sent, without the headers that filters before the cache set for this request. */
  async #keep(
    context: RoutingContext,
    { status, headers, body }: CapturedResponse,
    before: readonly string[],
    { resource, variants, key }: Place,
    flight: Flight,
  ): Promise<void> {
    const freshness = body && this.#freshness(context, flight, status, headers);
    this.#flights.remember(key, freshness !== undefined);
    if (body === undefined || freshness === undefined) return;
    const [fresh, stale] = [freshness.fresh * 1000, freshness.stale * 1000];
    const vary = varyOf(headers);
    const isKnown = variants !== undefined && variants.vary.join() === vary.join();
    const index = isKnown ? variants : { vary, id: crypto.randomUUID() };
    const age = Number(flatValue(headers, 'age') ?? 0) * 1000;
    const stored: StoredResponse = {
      status,
      headers: withoutOuter(headers, before),
      body,
      date: Date.now() - (Number.isFinite(age) ? age : 0),
      fresh,
      stale,
    };
    // The index is stored for longer than its variants.
    await this.#store.set(context, variantKey(resource, index, context), stored, fresh + stale);
    // The resource may have changed while the store was busy. Without an index, the variant is not found.
    if (flight.isOutdated) return;
    await this.#store.set(context, resource, index, INDEX_TIME + fresh + stale);
  }

  /** Repeats the request in the background, unless this is already in progress. */
  #revalidate(context: Exchange, { key }: Place): void {
    if (this.#revalidating.has(key)) return;
    this.#revalidating.add(key);
    void context.repeat().then(() => this.#revalidating.delete(key));
  }

  /**
   * Passes on a request that may change the resource. If it succeeds, removes the stored responses for the resource.
   */
  #passChange(context: RoutingContext, next: () => unknown, credentials: string | undefined): unknown {
    if (['OPTIONS', 'TRACE'].includes(context.request.method)) return next();
    this.#addStatus(context.response, 'fwd=method');
    const keys = new Set(
      [credentials, ''].flatMap((each) =>
        each === undefined ? [] : [resourceKey(context, each, this.#settings.query)],
      ),
    );
    const outdate = (): void => {
      for (const key of keys) {
        this.#flights.outdate(key);
        void this.#store.delete(context, key);
      }
    };
    context.response.intercept(
      (sink) =>
        new CapturingSink(sink, {
          maxBody: 0,
          // Called before the response is sent, so that the client cannot receive the old response afterwards.
          onHead: (status, headers) => {
            if (status < 400) outdate();
            return headers;
          },
          onEnd: () => {},
        }),
    );
    return runInner(context, next, outdate);
  }

  #addStatus({ headers }: HttpResponse, status: string): void {
    headers.append('cache-status', `${this.#settings.name}; ${status}`);
  }
}

/** Number of milliseconds for which the names in Vary are remembered after the responses have expired. */
const INDEX_TIME = 60_000;

/**
 * Passes the request on. Calls `onBypass` if Express or Connect middleware sends the response, because such a response
 * passes through no sink.
 */
function runInner(context: RoutingContext, next: () => unknown, onBypass: () => void): unknown {
  return mapMaybe(next(), (result) => {
    if (context instanceof Exchange && context.answered && !context.response.started) onBypass();
    return result;
  });
}

/** Whether the request can be repeated. A repeated request has no `node:http` messages, which `connect()` needs. */
function isRepeatable(context: RoutingContext): context is Exchange {
  if (!(context instanceof Exchange)) return false;
  return (context.plan?.filters ?? []).every(({ filter }) => filterMetadata(filter).transport === undefined);
}

function isRepetition(context: RoutingContext): boolean {
  return context instanceof Exchange && context.isRepeated;
}

/** Waits for the response to an identical request, at most until the provider limit. */
function waitFor({ landed }: Flight, context: RoutingContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, context.limits.provider);
  void landed.then(resolve);
  return promise.finally(() => clearTimeout(timer));
}

function addStatus(headers: string[], status: string): string[] {
  const known = flatValue(headers, 'cache-status');
  return replaceFlat(
    headers,
    ['cache-status'],
    'cache-status',
    known === undefined ? status : `${known}, ${status}`,
  );
}
