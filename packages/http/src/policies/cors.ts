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

/** Of {@link cors}. Ages are in seconds. */
export interface CorsOptions {
  /**
   * Whose pages may use the answers. `'*'`: everybody's; one origin, such as `https://app.example`: that one; another
   * text: a regular expression for the whole origin; a list: these origins, each as it is sent; a function: those that it
   * says yes to.
   */
  readonly origin: '*' | string | RegExp | readonly string[] | ((origin: string) => boolean);
  /** Whether the browser may send cookies and credentials along; false when not given. */
  readonly credentials?: boolean;
  /** Seconds that a browser may keep the answer to a preflight; negative or not given: not said. */
  readonly maxAge?: number;
  /** Headers that a request may have; none given: those that are asked for. */
  readonly allowedHeaders?: readonly string[];
  /** None given: those of the path. */
  readonly methods?: readonly string[];
  /** Headers of the answer that a page may read. */
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
    throw new TypeError("cors needs an origin: write { origin: '*' }, or list the origins");
  if (typeof origin === 'string' || typeof origin === 'function' || origin instanceof RegExp) return;
  if (Array.isArray(origin) && origin.every((each) => typeof each === 'string')) return;
  throw new TypeError("cors: origin is '*', a pattern, a list of origins or a function");
}

/** A filter that a preflight for a route of its scope is answered by, too. */
export interface CorsFilter extends Filter {
  readonly policy: CorsOptions;
  /** Sets the headers of an answer, in place of those of a wider policy. */
  readonly applyHeaders: (context: RoutingContext) => void;
  /** Answers a preflight. Throws 403 for an origin that is not allowed. */
  readonly preflight: (context: RoutingContext) => RestResponse;
  /** Whether every origin may send credentials along. */
  readonly exposesCredentials: boolean;
  /** The expression for its origins, when there is one. */
  readonly pattern: RegExp | undefined;
  /** Texts among its origins that are the origin of no page. */
  readonly invalidOrigins: readonly InvalidOrigin[];
}

/**
 * A filter that lets pages of other origins use the answers, errors included. Every answer carries its headers, so that
 * a cache may give it to another origin: `Access-Control-Allow-Origin: *` for any origin without credentials, else
 * `Vary: Origin`, also without Origin and for an origin that is not allowed, whose preflight is 403. It runs before the
 * other filters of its scope, whichever was named first; of several scopes the narrowest counts. Throws `SyntaxError` for
 * a pattern that does not compile.
 */
export function cors(options: CorsOptions): CorsFilter {
  assertOptions('cors', options, OPTIONS);
  assertTypes('cors', options, TYPES);
  assertOrigin(options.origin);
  const unknown = options.methods?.find((method) => !METHODS.includes(method));
  if (unknown !== undefined) {
    const meant = nearest(unknown, METHODS);
    const hint = meant === undefined ? 'methods are written in capitals' : `did you mean ${meant}?`;
    throw new TypeError(`cors: no server receives the method ${JSON.stringify(unknown)}: ${hint}`);
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
    // Caches must not give one origin the answer of another, allowed or not.
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
    const asked = context.request.headers.get('access-control-request-headers');
    const wanted = echoesHeaders ? asked : options.allowedHeaders!.join(', ');
    const methods = options.methods?.length ? options.methods : allowedMethods(context);
    headers.set('access-control-allow-methods', methods.join(', '));
    if (wanted !== undefined && wanted !== '') headers.set('access-control-allow-headers', wanted);
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

/** Those of the path; of one that is not there, the method that is asked for: the request itself will tell. */
function allowedMethods({ request, response, allow }: RoutingContext): readonly string[] {
  if (allow.size > 0) return [...allow];
  response.headers.vary('Access-Control-Request-Method');
  return [request.headers.get('access-control-request-method')!];
}

/** What a browser asks before it sends what a form could not. */
export function isPreflight({ request }: RoutingContext): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.has('origin') &&
    request.headers.has('access-control-request-method')
  );
}

/** Whether the filter sets CORS headers: that of one policy, or one that chooses among several. */
export function setsCorsHeaders(filter: Filter): filter is Filter & Pick<CorsFilter, 'applyHeaders'> {
  return typeof filter === 'function' && 'applyHeaders' in filter;
}

export function isCorsFilter(filter: Filter): filter is CorsFilter {
  return typeof filter === 'function' && 'preflight' in filter;
}

/** Whether two policies grant the same; of functions only the same one does. */
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

/** What lets a page read an answer. */
const GRANT_HEADERS = ['access-control-allow-origin', 'access-control-allow-credentials'];
