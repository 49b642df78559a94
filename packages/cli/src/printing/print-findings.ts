import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { writeStandardError } from '../process/standard-error.ts';

/** Returns the text of a file with findings; undefined if it is unknown. */
export type FindSource = (file: string) => SourceText | undefined;

/** Prints findings to standard error, with excerpts of their files. */
export function printFindings(diagnostics: readonly Diagnostic[], source: FindSource): void {
  writeStandardError(renderText(diagnostics, { source, color: process.stderr.isTTY }));
}
