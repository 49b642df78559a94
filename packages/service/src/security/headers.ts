import type { Filter } from '@writ/http';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Responses must not be cached, because they contain configurations. Routes without such data set another value.
  'cache-control': 'no-store',
};

/**
 * Sets the security headers of every response, some of which a route may replace. The absence of CORS headers prevents
 * other origins from reading responses.
 */
export const securityHeaders: Filter = ({ response }, next) => {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return next();
};
