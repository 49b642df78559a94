import {
  renderText,
  summarize,
  toReport,
  type Diagnostic,
  type JsonReport,
  type SourceText,
} from '@writ/diagnostics';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/** Findings, and the files for their excerpts. */
interface ShownFindings {
  /** The file name of the template. */
  readonly template: string;
  readonly findings: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Prints findings with excerpts, then the other parts of the report, then the number of findings. */
export function printFindings(
  { template, findings, sources }: ShownFindings,
  parts: readonly string[],
): void {
  const findSource = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
  const color = process.stdout.isTTY && !process.env['NO_COLOR'];
  const found = findings.length === 0 ? [] : [renderText(findings, { source: findSource, color })];
  process.stdout.write([...found, ...parts].join('\n'));
  writeStandardError('\n');
  printMessage(summarize(findings), template);
}

/** Returns findings as `--format json` prints them, each with its file. */
export function toReportedFindings(
  template: string,
  findings: readonly Diagnostic[],
): readonly JsonReport['findings'][number][] {
  return findings.map((found) => ({
    ...(found.file !== undefined && { file: found.file }),
    ...toReport(template, [found]).findings[0]!,
  }));
}
