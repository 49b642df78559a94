import { serveOpenapi, type DocumentedRouter } from '@writ/http/openapi';
import { assetPath } from '@writ/web';
import { VERSION } from '../version.ts';

const DESCRIPTION =
  'Checks, plans and runs installations of Arch Linux, each from one JSON object. Every request under /api requires ' +
  "the service's token as a bearer token, and every request under /agent/orders the key of an agent. Every error is a problem document (RFC 9457).";

/** Adds the OpenAPI document of the API at `/openapi.json`, and a human-readable page at `/reference`. */
export function describeApi(router: DocumentedRouter): void {
  serveOpenapi(router, {
    info: { title: 'Writ install service', version: VERSION, description: DESCRIPTION },
    include: ({ path }) => PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
    reference: true,
    // The style sheet is missing if the page has not been built.
    referenceStyles: [assetPath('reference.css')].filter((path) => path !== undefined),
  });
}

/**
 * The paths of the API; the other paths belong to the page, to this description, or to the one-time addresses that
 * `POST /api/installs/{id}/downloads` returns.
 */
const PATHS = ['/agent', '/api', '/health', '/metrics', '/ready', '/session'];
