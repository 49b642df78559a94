import type { Chart } from '../../shared/chart.ts';
import { describeConditions, renderTable, type ReportTable } from '../../shared/report.ts';
import type { BenchmarkPart } from './parts.ts';
import type { PartOutcome } from './run-part.ts';

/** A part with its outcome. */
export interface PartResult {
  readonly part: Pick<BenchmarkPart, 'title'>;
  readonly outcome: PartOutcome;
}

/** Folder of the pictures, next to the page. */
export const PICTURES = 'results';

/** Renders the page of results. */
export function renderResults(command: string, results: readonly PartResult[]): string {
  const sections = results.map(({ part, outcome }) => `## ${part.title}\n\n${renderOutcome(outcome)}`);
  const intro = `Written by \`${command}\`. [all](all/README.md) describes the benchmarks and how to read their results.`;
  return `${['# Results', intro, ...sections].join('\n\n')}\n`;
}

function renderOutcome(outcome: PartOutcome): string {
  if (outcome.kind === 'failed') return `**Failed**: ${outcome.reason}.`;
  if (outcome.kind === 'skipped') return `Not measured: ${outcome.reason}.`;
  const { report, seconds, load, isBusy } = outcome;
  const { method, conditions, tables, charts = [] } = report;
  return [
    endSentence(method),
    `${describeConditions(conditions)}; load average ${load.toFixed(1)} at the start, ${seconds.toFixed(0)} s.`,
    ...(isBusy
      ? ['**Other processes used the processors**: compare figures only within the same table.']
      : []),
    ...tables.map((table, index) => renderFigure(table, charts[index])),
  ].join('\n\n');
}

/** Growth benchmarks have a table for each chart, in the same order. */
function renderFigure(table: ReportTable, chart: Chart | undefined): string {
  const picture = chart?.picture === undefined ? [] : [`![${table.title}](${PICTURES}/${chart.picture}.svg)`];
  return [`### ${table.title}`, ...picture, renderTable(table)].join('\n\n');
}

function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
