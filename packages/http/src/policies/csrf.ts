import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** Options of {@link csrf}. */
export interface CsrfOptions {
  /** Other origins whose pages may send requests, such as `https://app.example` (default: none). */
  readonly trustedOrigins?: readonly string[];
}

const OPTIONS: OptionNames<CsrfOptions> = { trustedOrigins: true };

/** A filter of {@link csrf}. */
export interface CsrfFilter extends Filter {
  readonly trustedOrigins: ReadonlySet<string>;
}

/**
 * Creates a filter that rejects requests from pages of other sites with 403: forms, scripts and WebSockets, with which
 * the browser sends the user's cookies. GET, HEAD and OPTIONS pass unless they upgrade the connection. Requests without
 * `Sec-Fetch-Site` and `Origin` do not come from a browser and pass. Throws `TypeError` for an invalid origin.
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

/** Throws `HttpError` 403 for a request that may come from a page of another site. */
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
  if (!isSame) throw new HttpError('forbidden', 'the request was sent by a page of another site');
}

/** Whether a method is safe: it only reads. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Throws `TypeError` for a string that no browser sends as Origin, and for `null`, which pages of any site can send. */
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
