import { delimiter } from 'node:path';
import { logRejections, Router, Toolkit } from '@writ/http';
import { serveOpenapi, type ServeOpenapiOptions } from '@writ/http/openapi';
import { loadControllers, type LoadedControllers, type LoadOptions } from './load.ts';
import { fromTable, type TableOptions } from './table/from-table.ts';
import type { ControllersTable } from './table/table.ts';

/** Options of `Application`. */
export interface ApplicationOptions extends Partial<LoadOptions> {
  readonly toolkit?: Toolkit;
  /** Describes them at `/openapi.json`, and on a page for people at `/reference`. Neither is there when not given. */
  readonly openapi?: ServeOpenapiOptions;
}

interface Serving {
  readonly toolkit: Toolkit | undefined;
  readonly openapi: ServeOpenapiOptions | undefined;
}

/** What a fetch server runs: Bun, Deno, or any other that has a file system. */
export class Application {
  /** For more routes, filters and matchers beside the controllers. */
  readonly router: Router;

  private constructor(router: Router) {
    this.router = router;
  }

  /**
   * Loads the controllers below the prefixes; without any, those of the environment variable `WRIT_PREFIX` count.
   * Throws `StartupError` with everything that is wrong.
   */
  static async factory({ toolkit, openapi, ...options }: ApplicationOptions = {}): Promise<Application> {
    const loaded = await loadControllers({
      ...options,
      prefixes: options.prefixes ?? prefixesOf(process.env),
    });
    return Application.#of(loaded, { toolkit, openapi });
  }

  /**
   * Serves what `writ build` wrote, with neither files nor a parser: in a bundle, a worker, a single executable.
   * Throws `StartupError` when it was written by another version.
   */
  static from(
    table: ControllersTable,
    { toolkit, openapi, ...options }: TableOptions & Pick<ApplicationOptions, 'toolkit' | 'openapi'> = {},
  ): Application {
    return Application.#of(fromTable(table, options), { toolkit, openapi });
  }

  static #of(
    { matcher, diagnostics }: LoadedControllers,
    { toolkit = new Toolkit(), openapi }: Serving,
  ): Application {
    const router = new Router(toolkit).mount(matcher).report(...diagnostics);
    if (openapi !== undefined) serveOpenapi(router, { reference: true, ...openapi });
    const application = new Application(router.build());
    // It lives as long as the process.
    if (toolkit.unhandledRejections === 'log') logRejections(toolkit.logger);
    return application;
  }

  readonly fetch = (request: Request): Promise<Response> => this.router.fetch(request);
}

/** The prefixes that `WRIT_PREFIX` lists, separated like a path. */
export function prefixesOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (environment['WRIT_PREFIX'] ?? '').split(delimiter).filter((prefix) => prefix !== '');
}
