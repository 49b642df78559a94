import { HttpResponse } from '../contract/http-response.ts';
import { captureOrigin } from '../report/origin.ts';
import type { Resolved, ResolvedRouter } from '../plan/resolved.ts';
import type { Route } from '../contract/route.ts';
import { recordOptions, servedDocument, type OpenapiOptions } from './openapi.ts';
import { referencePage, referencePolicy } from './reference/page.ts';

/** Options for {@link serveOpenapi}. */
export interface ServeOpenapiOptions extends OpenapiOptions {
  /** Path of the document (default: `/openapi.json`). */
  readonly path?: string;
  /** Path of a reference page, or true for `/reference` (default: no page). */
  readonly reference?: boolean | string;
  /** Paths of style sheets on the same server that the reference page adds after its own style (default: none). */
  readonly referenceStyles?: readonly string[];
  /** Whether the document lists these routes (default: false). */
  readonly listed?: boolean;
}

/** A router to which routes that serve its own document can be added. */
export interface DocumentedRouter extends ResolvedRouter {
  /** Adds routes. */
  add(...routes: readonly Route[]): unknown;
}

/**
 * Adds a route for the OpenAPI document (default: `GET /openapi.json`), and a reference page if `reference` is set. The
 * page uses no scripts and, apart from `referenceStyles` and their fonts, no other resources. The document is created on the first request, and again
 * after later registrations. The router's filters and access rules also apply to these routes. Returns the router.
 */
export function serveOpenapi<R extends DocumentedRouter>(router: R, options: ServeOpenapiOptions): R {
  const { path = '/openapi.json', reference = false, referenceStyles = [], listed = false } = options;
  recordOptions(router, options);
  const current = cacheDocument(router, options);
  const origin = captureOrigin(serveOpenapi);
  const add = (at: string, headers: Readonly<Record<string, string>>, text: () => string): void =>
    void router.add({
      method: 'GET',
      path: at,
      produces: [headers['content-type']!],
      // The handler writes the response, bypassing registered writers.
      bindings: [{ source: 'context', type: HttpResponse }],
      handler: (response: HttpResponse) => {
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        response.end(text());
      },
      description: 'Describes this API.',
      hidden: !listed,
      origin,
    });
  add(path, { 'content-type': 'application/json' }, () => current().json);
  if (reference !== false) {
    const headers = pageHeaders(referenceStyles.length > 0);
    add(reference === true ? '/reference' : reference, headers, () => current().page);
  }
  return router;
}

const pageHeaders = (hasStyles: boolean): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': referencePolicy(hasStyles),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
});

interface ServedDocument {
  readonly of: Resolved;
  readonly json: string;
  readonly page: string;
}

/**
 * Caches the document of the current routes. If later registrations contain errors, the previous document is served.
 */
function cacheDocument(router: ResolvedRouter, options: ServeOpenapiOptions): () => ServedDocument {
  let served: ServedDocument | undefined;
  const resolved = (): Resolved => {
    try {
      return router.resolved();
    } catch (error) {
      if (served === undefined) throw error;
      return served.of;
    }
  };
  return () => {
    const of = resolved();
    if (served?.of !== of) {
      const document = servedDocument(router, options);
      const page = referencePage(document, options.referenceStyles);
      served = { of, json: JSON.stringify(document), page };
    }
    return served;
  };
}
