import cluster from 'node:cluster';
import { loadControllers } from '@writ/controllers';
import { hasErrors, summarize, type Diagnostic } from '@writ/diagnostics';
import { Router, type Toolkit } from '@writ/http';
import { printFindings, type FindSource } from '../printing/print-findings.ts';
import { detectEarlyExit } from '../process/detect-early-exit.ts';
import { printMessage } from '../process/standard-error.ts';

/** A router without errors. */
export interface LoadedRouter {
  readonly router: Router;
  /** The name in messages, such as `controllers app.pages`. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads the controllers under the prefixes. If they have errors, prints all findings and returns undefined. */
export async function loadRouter(
  prefixes: readonly string[],
  toolkit: Toolkit,
): Promise<LoadedRouter | undefined> {
  const { matcher, diagnostics, source } = await detectEarlyExit(() => loadControllers({ prefixes }));
  const router = new Router(toolkit).mount(matcher).report(...diagnostics);
  const all = router.diagnostics();
  return printErrors(all, source) ? undefined : { router, name: matcher.name, diagnostics: all };
}

/** Prints the findings if at least one of them is an error, and returns whether this is the case. */
function printErrors(diagnostics: readonly Diagnostic[], source: FindSource): boolean {
  const failed = hasErrors(diagnostics);
  if (failed) {
    printFindings(diagnostics, source);
    // If this process is a worker, its parent process prints the consequence.
    const consequence = cluster.isWorker ? '' : 'no routes are being served: ';
    printMessage(`${consequence}${summarize(diagnostics)}`);
  }
  return failed;
}
