import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** Options for {@link csrf}. */
export interface CsrfOptions {
  /** Other origins whose pages may send requests, such as `https://app.example` (default: none). */
  readonly trustedOrigins?: readonly string[];
}

const OPTIONS: OptionNames<CsrfOptions> = { trustedOrigins: true };

/** A filter that {@link csrf} returns. */
export interface CsrfFilter extends Filter {
  readonly trustedOrigins: ReadonlySet<string>;
}

/**
 * Creates a filter that responds with 403 to requests from forms, scripts and WebSockets of other origins, including
 * those of the same site, because browsers may send the user's cookies with them. Admits GET, HEAD and OPTIONS unless
 * they upgrade the connection. Also admits requests that have neither `Sec-Fetch-Site` nor `Origin`, because they do
 * not come from a browser. Throws `TypeError` if an origin is invalid.
 */
export function csrf(options: CsrfOptions = {}): CsrfFilter {
  const trustedOrigins = parseTrustedOrigins(options);
  const filter: Filter = function sameSite(context, next) {
    assertSameSite(context, trustedOrigins);
    return next();
  };
  return describeFilter(Object.assign(filter, { trustedOrigins }), { refuses: ['forbidden'] });
}

markFilterFactory(csrf);

export function isCsrfFilter(filter: Filter): filter is CsrfFilter {
  return typeof filter === 'function' && 'trustedOrigins' in filter;
}

/**
 * Throws an `HttpError` with status 403 if a page of another origin that is not trusted may have sent the request.
 * Admits every request with a safe method and without an Upgrade header.
 */
export function assertSameSite(context: RoutingContext, trustedOrigins: ReadonlySet<string>): void {
  const { method, headers } = context.request;
  if (isSafeMethod(method) && !headers.has('upgrade')) return;
  const origin = headers.get('origin');
  if (origin !== undefined && trustedOrigins.has(origin)) return;
  const site = headers.get('sec-fetch-site');
  const isSame =
    site === undefined
      ? origin === undefined || origin === context.request.url.origin
      : site === 'same-origin' || site === 'none';
  if (!isSame) throw new HttpError('forbidden', 'the request was sent by a page of another origin');
}

/** Whether a method is safe, which means that it is read-only. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * Returns the trusted origins. Throws `TypeError` if one of them cannot be the value of an Origin header, or is `null`,
 * which pages on any site can send.
 */
export function parseTrustedOrigins(options: CsrfOptions): ReadonlySet<string> {
  assertOptions('csrf', options, OPTIONS);
  assertTypes('csrf', options, { trustedOrigins: 'a list of strings' });
  const { trustedOrigins = [] } = options;
  for (const origin of trustedOrigins) {
    const parsed = URL.parse(origin);
    if (parsed !== null && parsed.origin === origin && origin !== 'null') continue;
    const hint = parsed === null || parsed.origin === 'null' ? 'https://app.example' : parsed.origin;
    throw new TypeError(`${JSON.stringify(origin)} is not an origin: write ${JSON.stringify(hint)}`);
  }
  return new Set(trustedOrigins);
}
