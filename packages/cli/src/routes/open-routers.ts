import { loadControllers } from '@writ/controllers';
import { hasErrors, summarize, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';
import { Router, Toolkit, type Logger } from '@writ/http';
import { resolvePrefixes } from '../controller-server/serving-options.ts';
import { printFindings } from '../printing/print-findings.ts';
import { exitStatus } from '../process/exit-status.ts';
import { ModuleLoadError } from '../user-modules/import-file.ts';
import { loadFiles } from './load-files.ts';

/** What is looked at: files of annotated classes or routers, or prefixes of controllers. */
export interface RouteSource {
  readonly files: readonly string[];
  readonly prefixes: readonly string[];
  /** Warnings count as errors. */
  readonly strict: boolean;
}

/** Its routers; the exit status, after everything that is wrong was printed. Warnings are printed, too. */
export async function openRouters({
  files,
  prefixes,
  strict,
}: RouteSource): Promise<readonly Router[] | number> {
  if (files.length === 0) {
    const { matcher, diagnostics, source } = await loadControllers({
      prefixes: resolvePrefixes(prefixes),
    });
    const router = new Router(new Toolkit({ logger: SILENT_LOGGER })).mount(matcher).report(...diagnostics);
    return tell(router.diagnostics(), source, strict) ? [router] : exitStatus.findings;
  }
  try {
    const routers = await loadFiles(files);
    await Promise.all(routers.map((router) => router.prepared()));
    const diagnostics = routers.flatMap((router) => router.diagnostics());
    return tell(diagnostics, readSource, strict) ? routers : exitStatus.findings;
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    printFindings(error.diagnostics, readSource);
    process.stderr.write(`writ: ${error.message}\n`);
    return exitStatus.usage;
  }
}

/** The findings are printed as such. */
const SILENT_LOGGER: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function tell(
  diagnostics: readonly Diagnostic[],
  source: (file: string) => SourceText | undefined,
  strict: boolean,
): boolean {
  if (diagnostics.length > 0) {
    printFindings(diagnostics, source);
    process.stderr.write(`writ: ${summarize(diagnostics)}\n`);
  }
  return strict ? diagnostics.length === 0 : !hasErrors(diagnostics);
}
