/** @module Security headers. */
import type { Filter } from '../contract/filter.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { declaredHeaders } from '../protocol/response-headers.ts';
import { markFilterFactory } from './filter-metadata.ts';

/** Headers to send instead of the defaults of {@link securityHeaders}. `false` omits a header. */
export interface SecurityHeadersOptions {
  /** `Content-Security-Policy` (default: a policy that begins with `default-src 'self'`). */
  readonly contentSecurityPolicy?: string | false;
  /** `Cross-Origin-Opener-Policy` (default: `same-origin`). */
  readonly crossOriginOpenerPolicy?: string | false;
  /** `Cross-Origin-Resource-Policy` (default: `same-origin`). */
  readonly crossOriginResourcePolicy?: string | false;
  /** `Permissions-Policy` (default: none). */
  readonly permissionsPolicy?: string | false;
  /** `Referrer-Policy` (default: `no-referrer`). */
  readonly referrerPolicy?: string | false;
  /**
   * `Strict-Transport-Security`, which is sent only if the scheme of the request URL is https (default:
   * `max-age=31536000; includeSubDomains`).
   */
  readonly strictTransportSecurity?: string | false;
  /** `X-Content-Type-Options` (default: `nosniff`). */
  readonly contentTypeOptions?: string | false;
  /** `X-Frame-Options` (default: `SAMEORIGIN`). */
  readonly frameOptions?: string | false;
}

const NAMES: Readonly<Record<keyof SecurityHeadersOptions, string>> = {
  contentSecurityPolicy: 'content-security-policy',
  crossOriginOpenerPolicy: 'cross-origin-opener-policy',
  crossOriginResourcePolicy: 'cross-origin-resource-policy',
  permissionsPolicy: 'permissions-policy',
  referrerPolicy: 'referrer-policy',
  strictTransportSecurity: 'strict-transport-security',
  contentTypeOptions: 'x-content-type-options',
  frameOptions: 'x-frame-options',
};

const DEFAULTS: Readonly<Record<keyof SecurityHeadersOptions, string | false>> = {
  contentSecurityPolicy: [
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' https: 'unsafe-inline'",
  ].join('; '),
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: false,
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  contentTypeOptions: 'nosniff',
  frameOptions: 'SAMEORIGIN',
};

const OPTIONS: OptionNames<SecurityHeadersOptions> = {
  contentSecurityPolicy: true,
  crossOriginOpenerPolicy: true,
  crossOriginResourcePolicy: true,
  permissionsPolicy: true,
  referrerPolicy: true,
  strictTransportSecurity: true,
  contentTypeOptions: true,
  frameOptions: true,
};

/**
 * Creates a filter that sets security headers, such as Content-Security-Policy. The defaults follow helmet. Headers
 * that a handler or an inner filter sets take precedence. Throws `TypeError` if an option is unknown or its value is
 * invalid.
 */
export function securityHeaders(options: SecurityHeadersOptions = {}): Filter {
  assertOptions('securityHeaders', options, OPTIONS);
  const pairs = (Object.keys(NAMES) as (keyof SecurityHeadersOptions)[]).flatMap((name) => {
    const { [name]: value = DEFAULTS[name] } = options;
    if (value === false) return [];
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(`securityHeaders: ${name} must be a string, or false to omit the header`);
    }
    return [[NAMES[name], value] as const];
  });
  // Validates the values at start-up.
  declaredHeaders(pairs);
  return function secured({ request, response }, next) {
    const isEncrypted = request.url.protocol === 'https:';
    for (const [name, value] of pairs) {
      const isForHttps = name === NAMES.strictTransportSecurity;
      if (isEncrypted || !isForHttps) response.headers.set(name, value);
    }
    return next();
  };
}

markFilterFactory(securityHeaders);
