import { loadControllers } from '@writ/controllers';
import { hasErrors, summarize, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';
import { Router, Toolkit, type Logger } from '@writ/http';
import { resolvePrefixes } from '../controller-server/resolve-prefixes.ts';
import { printFindings } from '../printing/print-findings.ts';
import { exitStatus } from '../process/exit-status.ts';
import { ModuleLoadError } from '../user-modules/import-file.ts';
import { loadFiles } from './load-files.ts';
import { printMessage } from '../process/standard-error.ts';

/** The source of routes: files with annotated classes or routers, or prefixes of controllers. */
export interface RouteSource {
  readonly files: readonly string[];
  readonly prefixes: readonly string[];
  /** Whether warnings count as errors. */
  readonly strict: boolean;
}

/** Loads the routers and prints their findings. Returns an exit status if a file cannot be loaded or there are errors. */
export async function openRouters({
  files,
  prefixes,
  strict,
}: RouteSource): Promise<readonly Router[] | number> {
  if (files.length === 0) {
    const resolved = resolvePrefixes(prefixes);
    const { matcher, diagnostics, setUp, source } = await loadControllers({ prefixes: resolved });
    const hinted = resolved.length === 0 ? diagnostics.map(withFilesHint) : diagnostics;
    const router = new Router(new Toolkit({ logger: SILENT_LOGGER })).mount(matcher).report(...hinted);
    setUp(router);
    return printDiagnostics(router.diagnostics(), source, strict) ? [router] : exitStatus.findings;
  }
  try {
    const routers = await loadFiles(files);
    await Promise.all(routers.map((router) => router.prepared()));
    const diagnostics = routers.flatMap((router) => router.diagnostics());
    return printDiagnostics(diagnostics, readSource, strict) ? routers : exitStatus.findings;
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    printFindings(error.diagnostics, readSource);
    printMessage(error.message);
    return exitStatus.usage;
  }
}

/** Adds to the finding that there are no controllers that routes can also be read from files. */
function withFilesHint(finding: Diagnostic): Diagnostic {
  if (finding.rule !== 'prefix-missing') return finding;
  const files = 'pass the files that export annotated classes or a Router, such as src/notes.ts';
  return { ...finding, hint: `${files}; for controllers, ${finding.hint}` };
}

/** A logger without output, because the findings are already printed. */
const SILENT_LOGGER: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Prints findings; returns whether there are no errors or, if `strict`, no findings at all. */
function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: (file: string) => SourceText | undefined,
  strict: boolean,
): boolean {
  if (diagnostics.length > 0) {
    printFindings(diagnostics, source);
    printMessage(summarize(diagnostics));
  }
  return strict ? diagnostics.length === 0 : !hasErrors(diagnostics);
}
