import { HttpResponse } from '../contract/http-response.ts';
import { captureOrigin } from '../report/origin.ts';
import type { Resolved, ResolvedRouter } from '../plan/resolved.ts';
import type { Route } from '../contract/route.ts';
import { openapi, type OpenapiOptions } from './openapi.ts';
import { REFERENCE_CSP, referencePage } from './reference/page.ts';

/** Options of `serveOpenapi`. */
export interface ServeOpenapiOptions extends OpenapiOptions {
  /** Where the document is; `/openapi.json` when not given. */
  readonly path?: string;
  /** Whether there is a page for people too, or where; `/reference` for true. None when not given. */
  readonly reference?: boolean | string;
  /** Whether these routes are in the document themselves; false when not given. */
  readonly listed?: boolean;
}

/** A router that takes the routes of its own document. */
export interface DocumentedRouter extends ResolvedRouter {
  /** Adds routes. */
  add(...routes: readonly Route[]): unknown;
}

/**
 * Adds `GET /openapi.json` and, when switched on, a page for people, which needs no scripts and nothing of another
 * server. The document is made when somebody first asks for it, and again once more is registered. Filters and access
 * that are set for the router hold for these routes too. Gives the router.
 */
export function serveOpenapi<R extends DocumentedRouter>(router: R, options: ServeOpenapiOptions): R {
  const { path = '/openapi.json', reference = false, listed = false } = options;
  const current = latest(router, options);
  const origin = captureOrigin(serveOpenapi);
  const add = (at: string, headers: Readonly<Record<string, string>>, text: () => string): void =>
    void router.add({
      method: 'GET',
      path: at,
      produces: [headers['content-type']!],
      // Written here, whatever writers are registered.
      bindings: [{ source: 'context', type: HttpResponse }],
      handler: (response: HttpResponse) => {
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        response.end(text());
      },
      description: 'What this API takes and gives.',
      hidden: !listed,
      origin,
    });
  add(path, { 'content-type': 'application/json' }, () => current().json);
  if (reference !== false)
    add(reference === true ? '/reference' : reference, PAGE_HEADERS, () => current().page);
  return router;
}

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': REFERENCE_CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

interface Made {
  readonly of: Resolved;
  readonly json: string;
  readonly page: string;
}

/** Made once for what is registered. What is registered wrongly since then is not served, and not described. */
function latest(router: ResolvedRouter, options: ServeOpenapiOptions): () => Made {
  let made: Made | undefined;
  const resolved = (): Resolved => {
    try {
      return router.resolved();
    } catch (error) {
      if (made === undefined) throw error;
      return made.of;
    }
  };
  return () => {
    const of = resolved();
    if (made?.of !== of) {
      const document = openapi(router, options);
      made = { of, json: JSON.stringify(document), page: referencePage(document) };
    }
    return made;
  };
}
