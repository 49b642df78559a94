import { renderText, summarize } from '@writ/diagnostics';
import type { PlanResult } from '@writ/installer';
import { writeStandardError } from '../process/standard-error.ts';

/** Prints findings to standard error, with excerpts, followed by a line with their number. */
export function reportFindings({ findings, sources }: PlanResult): void {
  if (findings.length === 0) return;
  const text = renderText(findings, {
    color: process.stderr.isTTY && !process.env['NO_COLOR'],
    source: (file) => sources.find(({ name }) => name === file),
  });
  writeStandardError(`${text}\n${summarize(findings)}\n`);
}
