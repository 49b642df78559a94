import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';

/** Of a file that findings are about; undefined when it is not known. */
export type FindSource = (file: string) => SourceText | undefined;

/** Findings for people, on standard error, with excerpts of their files. */
export function printFindings(diagnostics: readonly Diagnostic[], source: FindSource): void {
  process.stderr.write(renderText(diagnostics, { source, color: process.stderr.isTTY }));
}
