import type { Filter } from '@writ/http';
import { problem } from '../problems.ts';

/** Paths that monitoring may request without the proxy. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/**
 * Refuses requests that did not arrive at a trusted proxy over HTTPS: those that bypass the proxy, and those that
 * clients send to the proxy without TLS. Their tokens could be read on the network.
 */
export const requireHttps: Filter = ({ request }, next) => {
  if (request.url.protocol === 'https:' || OPEN_PATHS.has(request.path)) return next();
  throw problem('https-required', {
    detail:
      'Send this request to the proxy over HTTPS. If you did, the proxy does not send X-Forwarded-Proto or Forwarded, or is not listed with writ serve --behind-proxy',
  });
};
