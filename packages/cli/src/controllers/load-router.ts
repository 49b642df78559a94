import cluster from 'node:cluster';
import { loadControllers } from '@writ/controllers';
import { hasErrors, renderText, summarize, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { Router, type Toolkit } from '@writ/http';
import { tellExit } from './tell-exit.ts';

/** A router whose routes are without errors. */
export interface LoadedRouter {
  readonly router: Router;
  /** Such as `controllers app.pages`. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The controllers below the prefixes; undefined, after everything that is wrong was printed. */
export async function loadRouter(
  prefixes: readonly string[],
  toolkit: Toolkit,
): Promise<LoadedRouter | undefined> {
  const { matcher, diagnostics, source } = await tellExit(() => loadControllers({ prefixes }));
  const router = new Router(toolkit).mount(matcher).report(...diagnostics);
  const all = router.diagnostics();
  return tellErrors(all, source) ? undefined : { router, name: matcher.name, diagnostics: all };
}

type Source = (file: string) => SourceText | undefined;

/** Prints the findings when there is an error among them. */
export function tellErrors(diagnostics: readonly Diagnostic[], source: Source): boolean {
  const failed = hasErrors(diagnostics);
  if (failed) {
    tellFindings(diagnostics, source);
    // Of a worker's failure the process that started it says what it means.
    const meaning = cluster.isWorker ? '' : 'nothing is served: ';
    process.stderr.write(`writ: ${meaning}${summarize(diagnostics)}\n`);
  }
  return failed;
}

export function tellFindings(diagnostics: readonly Diagnostic[], source: Source): void {
  process.stderr.write(renderText(diagnostics, { source, color: process.stderr.isTTY }));
}
