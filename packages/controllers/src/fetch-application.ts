import { delimiter } from 'node:path';
import { logRejections, Router, Toolkit } from '@writ/http';
import { serveOpenapi, type ServeOpenapiOptions } from '@writ/http/openapi';
import { loadControllers, type LoadedControllers, type LoadOptions } from './load.ts';
import { fromTable, type TableOptions } from './table/from-table.ts';
import type { ControllersTable } from './table/table.ts';

/** Options for `Application`. */
export interface ApplicationOptions extends Partial<LoadOptions> {
  readonly toolkit?: Toolkit;
  /** Serves an OpenAPI document at `/openapi.json` and a reference page at `/reference` (default: neither). */
  readonly openapi?: ServeOpenapiOptions;
}

interface Serving {
  readonly toolkit: Toolkit | undefined;
  readonly openapi: ServeOpenapiOptions | undefined;
}

/** A controllers application for fetch servers such as Bun and Deno. */
export class Application {
  /** The application's router, to which you can add routes, filters and matchers. */
  readonly router: Router;

  private constructor(router: Router) {
    this.router = router;
  }

  /**
   * Loads the controllers under the prefixes (default: the prefixes in the environment variable `WRIT_PREFIX` or, if it
   * is empty, the default prefix that exists). Rejects with a `StartupError` that contains all findings if one of them
   * is an error.
   */
  static async factory({ toolkit, openapi, ...options }: ApplicationOptions = {}): Promise<Application> {
    const loaded = await loadControllers({
      ...options,
      prefixes: options.prefixes ?? prefixesOf(process.env),
    });
    return Application.#of(loaded, { toolkit, openapi });
  }

  /**
   * Serves a table written by `writ build`. The table requires neither files nor a parser, so it works in a bundle, a
   * worker and a single executable. Throws `StartupError` if the table has another format version or there are other
   * errors.
   */
  static from(
    table: ControllersTable,
    { toolkit, openapi, ...options }: TableOptions & Pick<ApplicationOptions, 'toolkit' | 'openapi'> = {},
  ): Application {
    return Application.#of(fromTable(table, options), { toolkit, openapi });
  }

  static #of(
    { matcher, diagnostics, setUp }: LoadedControllers,
    { toolkit = new Toolkit(), openapi }: Serving,
  ): Application {
    const router = new Router(toolkit).mount(matcher).report(...diagnostics);
    setUp(router);
    if (openapi !== undefined) serveOpenapi(router, { reference: true, ...openapi });
    const application = new Application(router.build());
    // The application is never closed, because it lives as long as the process.
    if (toolkit.unhandledRejections === 'log') logRejections(toolkit.logger);
    return application;
  }

  /** A fetch handler. `server` is the second argument that Bun passes to it, which WebSocket routes require there. */
  readonly fetch = (request: Request, server?: unknown): Promise<Response> =>
    this.router.fetch(request, server);
}

/** Returns the prefixes in `WRIT_PREFIX`, separated like the entries of `PATH`. */
export function prefixesOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (environment['WRIT_PREFIX'] ?? '').split(delimiter).filter((prefix) => prefix !== '');
}
