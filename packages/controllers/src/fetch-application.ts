import { delimiter } from 'node:path';
import { Router, Toolkit } from '@writ/http';
import { loadControllers, type LoadOptions } from './load.ts';

export interface ApplicationOptions extends Partial<LoadOptions> {
  readonly toolkit?: Toolkit;
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
  static async factory({
    toolkit = new Toolkit(),
    ...options
  }: ApplicationOptions = {}): Promise<Application> {
    const loaded = await loadControllers({
      ...options,
      prefixes: options.prefixes ?? prefixesOf(process.env),
    });
    const router = new Router(toolkit).mount(loaded.matcher).report(...loaded.diagnostics);
    return new Application(router.build());
  }

  readonly fetch = (request: Request): Promise<Response> => this.router.fetch(request);
}

/** The prefixes that `WRIT_PREFIX` lists, separated like a path. */
export function prefixesOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (environment['WRIT_PREFIX'] ?? '').split(delimiter).filter((prefix) => prefix !== '');
}
