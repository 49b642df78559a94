import cluster from 'node:cluster';
import { loadControllers } from '@writ/controllers';
import { hasErrors, summarize, type Diagnostic } from '@writ/diagnostics';
import { Router, type Toolkit } from '@writ/http';
import { printFindings } from '../printing/print-findings.ts';
import { renderProblemLines } from '../printing/problem-lines.ts';
import { detectEarlyExit } from '../process/detect-early-exit.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/** A router without errors. */
export interface LoadedRouter {
  readonly router: Router;
  /** The name in messages, such as `controllers app.pages`. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads the controllers under the prefixes. If they have errors, prints all findings and returns undefined.
 *
 * @param asProblems whether to print the findings for a problem matcher, and warnings even if there are no errors
 */
export async function loadRouter(
  prefixes: readonly string[],
  toolkit: Toolkit,
  asProblems: boolean,
): Promise<LoadedRouter | undefined> {
  const { matcher, diagnostics, setUp, source } = await detectEarlyExit(() => loadControllers({ prefixes }));
  const router = new Router(toolkit).mount(matcher).report(...diagnostics);
  setUp(router);
  const all = router.diagnostics();
  const failed = hasErrors(all);
  if (asProblems) writeStandardError(renderProblemLines(all, entryFile(router)));
  else if (failed) printFindings(all, source);
  if (!failed) return { router, name: matcher.name, diagnostics: all };
  // If this process is a worker, its parent process prints the consequence.
  const consequence = cluster.isWorker ? '' : 'no routes are being served: ';
  printMessage(`${consequence}${summarize(all)}`);
  return undefined;
}

/** Returns the file of the first route; without routes, `package.json`, whose scripts contain the prefixes. */
function entryFile(router: Router): string {
  return router.table()[0]?.origin.file ?? 'package.json';
}
