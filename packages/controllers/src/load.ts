import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { Matcher } from '@writ/http/kernel';
import type { FindOptions } from './find-controllers.ts';
import { createMatcher } from './matcher.ts';
import { buildTree } from './tree/build.ts';
import { splitPath } from './tree/node.ts';

/** Which controllers to load, and where to mount them. */
export interface LoadOptions extends FindOptions {
  /** Path at which they are mounted, such as `/pages` (default: `/`). */
  readonly path?: string;
}

/** Controllers that are ready to be mounted, and their findings. */
export interface LoadedControllers {
  /** For `router.mount`. */
  readonly matcher: Matcher;
  /** For `router.report`, which throws all errors at once when the router is built. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the text of a file that a finding names, for `renderText`. */
  readonly source: (file: string) => SourceText | undefined;
}

/**
 * Finds the controllers below the prefixes, reads their signatures and imports them.
 *
 *     const pages = await loadControllers({ prefixes: ['app.pages'] });
 *     router.mount(pages.matcher).report(...pages.diagnostics);
 *
 * Errors in the controllers are returned as findings, all at once; they are not thrown.
 */
export async function loadControllers({ path, ...options }: LoadOptions): Promise<LoadedControllers> {
  // Imported lazily: an application that serves a written table needs no parser.
  const { findControllers } = await import('./find-controllers.ts');
  const { prefixes, modules, classes, diagnostics, source } = await findControllers(options);
  const tree = buildTree(modules, classes, splitPath(path), diagnostics);
  const name = `controllers ${prefixes.join(', ')}`.trim();
  return { matcher: createMatcher(name, tree), diagnostics, source };
}
