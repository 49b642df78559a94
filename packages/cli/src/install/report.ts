import { renderText, summarize } from '@writ/diagnostics';
import type { PlanResult } from '@writ/installer';

/** Findings for people, on standard error: with excerpts, and a last line that counts them. */
export function reportFindings({ findings, sources }: PlanResult): void {
  if (findings.length === 0) return;
  const text = renderText(findings, {
    color: process.stderr.isTTY && !process.env['NO_COLOR'],
    source: (file) => sources.find(({ name }) => name === file),
  });
  process.stderr.write(`${text}\n${summarize(findings)}\n`);
}
