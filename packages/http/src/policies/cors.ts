import { METHODS } from 'node:http';
import { nearest } from '@writ/diagnostics';
import { markFilterFactory } from './filter-metadata.ts';
import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { findInvalidOrigins, compileOriginTest, originPattern, type InvalidOrigin } from './cors-origins.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** Options for {@link cors}. */
export interface CorsOptions {
  /**
   * Origins whose pages may read responses: `'*'` for all origins, one origin such as `https://app.example`, a list of
   * exact origins, or a function that returns true for allowed origins. A RegExp, or any other string, is a pattern
   * that must match the whole origin.
   */
  readonly origin: '*' | string | RegExp | readonly string[] | ((origin: string) => boolean);
  /** Whether browsers may send cookies and other credentials (default: false). */
  readonly credentials?: boolean;
  /**
   * Number of seconds for which browsers may cache a preflight response. The header is not sent if it is negative or
   * unset.
   */
  readonly maxAge?: number;
  /** Allowed request headers (default, and if the list is empty: the headers that the preflight requests). */
  readonly allowedHeaders?: readonly string[];
  /**
   * Allowed methods (default, and if the list is empty: the methods of the requested path or, if no route has this
   * path, the requested method).
   */
  readonly methods?: readonly string[];
  /** Response headers that pages may read (default: none). */
  readonly exposedHeaders?: readonly string[];
}

const OPTIONS: OptionNames<CorsOptions> = {
  origin: true,
  credentials: true,
  maxAge: true,
  allowedHeaders: true,
  methods: true,
  exposedHeaders: true,
};

const TYPES = {
  credentials: 'true or false',
  maxAge: 'a number',
  allowedHeaders: 'a list of strings',
  methods: 'a list of strings',
  exposedHeaders: 'a list of strings',
} as const;

function assertOrigin(origin: unknown): void {
  if (origin === undefined)
    throw new TypeError("cors: missing origin: write { origin: '*' } or list the origins");
  if (typeof origin === 'string' || typeof origin === 'function' || origin instanceof RegExp) return;
  if (Array.isArray(origin) && origin.every((each) => typeof each === 'string')) return;
  throw new TypeError("cors: origin must be '*', a pattern, a list of origins or a function");
}

/** A filter that {@link cors} returns. It responds to preflights for the routes in its scope. */
export interface CorsFilter extends Filter {
  readonly policy: CorsOptions;
  /**
   * Sets the CORS headers of a response. Replaces the origin and credentials that a wider scope's policy set; the
   * headers that it exposes remain, unless this policy exposes others.
   */
  readonly applyHeaders: (context: RoutingContext) => void;
  /** Responds to a preflight. Throws an error with status 403 if the origin is not allowed. */
  readonly preflight: (context: RoutingContext) => RestResponse;
  /** Whether all origins may send credentials. */
  readonly exposesCredentials: boolean;
  /** The regular expression for the allowed origins, if a pattern specifies them. */
  readonly pattern: RegExp | undefined;
  /** Strings that are listed as origins but cannot be the origin of a page. */
  readonly invalidOrigins: readonly InvalidOrigin[];
}

/**
 * Creates a filter that lets pages from other origins read responses, including error responses. Every response
 * contains the header that shared caches need: `Access-Control-Allow-Origin: *` if any origin is allowed without
 * credentials, otherwise `Vary: Origin`, even if the request's Origin is missing or not allowed. The response to a
 * preflight from an origin that is not allowed is 403. The filter runs before the other filters of its scope. If
 * several scopes set a policy, the policy of the narrowest scope applies. Throws `SyntaxError` if the pattern is
 * invalid, and `TypeError` if another option is invalid.
 */
export function cors(options: CorsOptions): CorsFilter {
  assertOptions('cors', options, OPTIONS);
  assertTypes('cors', options, TYPES);
  assertOrigin(options.origin);
  const unknown = options.methods?.find((method) => !METHODS.includes(method));
  if (unknown !== undefined) {
    const suggestion = nearest(unknown, METHODS);
    const hint =
      suggestion === undefined
        ? 'use a method that Node.js supports, such as GET'
        : `did you mean ${suggestion}?`;
    throw new TypeError(`cors: unknown method ${JSON.stringify(unknown)}; ${hint}`);
  }
  const allowed = compileOriginTest(options.origin);
  const { credentials = false, exposedHeaders = [] } = options;
  const isForAnyOrigin = options.origin === '*' && !credentials;
  const allowOrigin = (context: RoutingContext): boolean => {
    const { headers } = context.response;
    if (isForAnyOrigin) {
      headers.delete('access-control-allow-credentials');
      headers.set('access-control-allow-origin', '*');
      return true;
    }
    // A cache must not send the response for one origin to another.
    headers.vary('Origin');
    const origin = context.request.headers.get('origin');
    if (origin === undefined || !allowed(origin)) {
      for (const name of GRANT_HEADERS) headers.delete(name);
      return false;
    }
    headers.set('access-control-allow-origin', origin);
    if (credentials) headers.set('access-control-allow-credentials', 'true');
    else headers.delete('access-control-allow-credentials');
    return true;
  };
  const applyHeaders = (context: RoutingContext): void => {
    if (!allowOrigin(context) || exposedHeaders.length === 0) return;
    context.response.headers.set('access-control-expose-headers', exposedHeaders.join(', '));
  };
  const filter: Filter = function crossOrigin(context, next) {
    if (isPreflight(context)) return preflight(context);
    applyHeaders(context);
    return next();
  };
  const echoesHeaders = options.allowedHeaders === undefined || options.allowedHeaders.length === 0;
  const preflight: CorsFilter['preflight'] = (context) => {
    if (!allowOrigin(context)) throw new HttpError('forbidden', 'this origin is not allowed');
    const { headers } = context.response;
    if (echoesHeaders) headers.vary('Access-Control-Request-Headers');
    const requested = context.request.headers.get('access-control-request-headers');
    const headersToAllow = echoesHeaders ? requested : options.allowedHeaders!.join(', ');
    const methods = options.methods?.length ? options.methods : allowedMethods(context);
    headers.set('access-control-allow-methods', methods.join(', '));
    if (headersToAllow !== undefined && headersToAllow !== '') {
      headers.set('access-control-allow-headers', headersToAllow);
    }
    if (options.maxAge !== undefined && options.maxAge >= 0) {
      headers.set('access-control-max-age', String(options.maxAge));
    }
    return new RestResponse(undefined);
  };
  return Object.assign(filter, {
    policy: options,
    applyHeaders,
    preflight,
    exposesCredentials: options.origin === '*' && credentials,
    pattern: originPattern(options.origin),
    invalidOrigins: findInvalidOrigins(options.origin),
  });
}

markFilterFactory(cors);

/**
 * Returns the methods of the path. If no route has the path, returns the requested method, so that the page can read
 * the 404.
 */
function allowedMethods({ request, response, allow }: RoutingContext): readonly string[] {
  if (allow.size > 0) return [...allow];
  response.headers.vary('Access-Control-Request-Method');
  return [request.headers.get('access-control-request-method')!];
}

/** Whether the request is a CORS preflight. */
export function isPreflight({ request }: RoutingContext): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.has('origin') &&
    request.headers.has('access-control-request-method')
  );
}

/** Whether the filter is a CORS policy, or chooses one of several policies. */
export function setsCorsHeaders(filter: Filter): filter is Filter & Pick<CorsFilter, 'applyHeaders'> {
  return typeof filter === 'function' && 'applyHeaders' in filter;
}

export function isCorsFilter(filter: Filter): filter is CorsFilter {
  return typeof filter === 'function' && 'preflight' in filter;
}

/** Whether two policies are equal. Functions are compared by identity. */
export function isSamePolicy(one: CorsOptions, other: CorsOptions): boolean {
  return (
    one === other ||
    (isSameOrigin(one.origin, other.origin) && serializeOptions(one) === serializeOptions(other))
  );
}

function isSameOrigin(one: CorsOptions['origin'], other: CorsOptions['origin']): boolean {
  if (one === other) return true;
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other);
  return Array.isArray(one) && Array.isArray(other) && one.join() === other.join();
}

function serializeOptions({
  credentials,
  maxAge,
  allowedHeaders,
  methods,
  exposedHeaders,
}: CorsOptions): string {
  const lists = [allowedHeaders, methods, exposedHeaders].map((list) => list ?? []);
  return JSON.stringify([credentials ?? false, Math.max(maxAge ?? -1, -1), ...lists]);
}

/** Response headers that permit a page to read the response. */
const GRANT_HEADERS = ['access-control-allow-origin', 'access-control-allow-credentials'];
