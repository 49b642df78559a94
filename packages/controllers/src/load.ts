import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { Router } from '@writ/http';
import type { Matcher } from '@writ/http/kernel';
import { runSetups } from './classes/setup.ts';
import type { FindOptions } from './find-controllers.ts';
import { createMatcher } from './matcher.ts';
import { buildTree } from './tree/build.ts';
import { splitPath } from './tree/node.ts';

/** Options for `loadControllers`: the controllers to load and where to mount them. */
export interface LoadOptions extends FindOptions {
  /** Path at which the controllers are mounted, such as `/pages` (default: `/`). */
  readonly path?: string;
}

/** Loaded controllers and the findings about them. */
export interface LoadedControllers {
  /** The matcher to pass to `router.mount`. */
  readonly matcher: Matcher;
  /** The findings to pass to `router.report`, which throws all errors together when the router is built. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Calls the functions `setup` of the modules `_setup` with the router, for example to add hooks. Failures are reported
   * to the router.
   */
  readonly setUp: (router: Router) => void;
  /** Returns the text of a file to which a finding refers, for `renderText`. */
  readonly source: (file: string) => SourceText | undefined;
}

/**
 * Finds the controllers under the prefixes, reads their signatures and imports them.
 *
 *     const pages = await loadControllers({ prefixes: ['app.pages'] });
 *     router.mount(pages.matcher).report(...pages.diagnostics);
 *     pages.setUp(router);
 *
 * Errors in controllers are not thrown: all of them are returned as findings.
 */
export async function loadControllers({ path, ...options }: LoadOptions): Promise<LoadedControllers> {
  // Imported lazily, because an application that serves a built table does not need the parser.
  const { findControllers } = await import('./find-controllers.ts');
  const found = await findControllers(options);
  const { prefixes, setups, diagnostics, source } = found;
  const tree = buildTree(found, splitPath(path), diagnostics);
  const name = `controllers ${prefixes.join(', ')}`.trim();
  const setUp = (router: Router): void => runSetups(setups, router);
  return { matcher: createMatcher(name, tree), diagnostics, setUp, source };
}
