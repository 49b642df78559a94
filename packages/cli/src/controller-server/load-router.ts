import cluster from 'node:cluster';
import { loadControllers } from '@writ/controllers';
import { hasErrors, summarize, type Diagnostic } from '@writ/diagnostics';
import { Router, type Toolkit } from '@writ/http';
import { printFindings, type FindSource } from '../printing/print-findings.ts';
import { detectEarlyExit } from '../process/detect-early-exit.ts';

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
  const { matcher, diagnostics, source } = await detectEarlyExit(() => loadControllers({ prefixes }));
  const router = new Router(toolkit).mount(matcher).report(...diagnostics);
  const all = router.diagnostics();
  return printErrors(all, source) ? undefined : { router, name: matcher.name, diagnostics: all };
}

/** Prints the findings when there is an error among them. */
function printErrors(diagnostics: readonly Diagnostic[], source: FindSource): boolean {
  const failed = hasErrors(diagnostics);
  if (failed) {
    printFindings(diagnostics, source);
    // Of a worker's failure the process that started it says what it means.
    const meaning = cluster.isWorker ? '' : 'nothing is served: ';
    process.stderr.write(`writ: ${meaning}${summarize(diagnostics)}\n`);
  }
  return failed;
}
