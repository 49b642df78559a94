import { printable } from '@writ/diagnostics';
import { listRows, type DifferingValue, type Outlier, type Review } from '@writ/installer';

/** Maximum total length of the values that are listed for a key; at least one value is always listed. */
const MAX_LENGTH = 90;

/** Renders the comparison of the rows: the common values, the differing values and the outliers. */
export function renderReview({ rows, common, differing, outliers }: Review): string {
  const width = Math.max(0, ...[...common, ...differing].map(({ pointer }) => pointer.length));
  const line = (pointer: string, text: string): string =>
    printable(`  ${pointer.padEnd(width)}  ${text}`.trimEnd());
  const counted = rows === 1 ? '1 row' : `${rows} rows`;
  const lines = [
    `The same in ${counted}:`,
    ...common.map(({ pointer, value }) => line(pointer, value)),
    '',
    differing.length === 0 ? 'No differences between the rows' : 'Different between the rows:',
    ...differing.map((each) => line(each.pointer, describeValues(each))),
  ];
  if (outliers.length > 0) {
    lines.push('', 'Outliers:', ...outliers.map((each) => line(each.pointer, describeOutlier(each))));
  }
  return `${lines.join('\n')}\n`;
}

function describeValues({ secret, values, variables }: DifferingValue): string {
  if (secret) return `secret, from ${variables.map((name) => `"${name}"`).join(' and ')}`;
  const shown: string[] = [];
  for (const { value } of values) {
    if (shown.length > 0 && [...shown, value].join(', ').length > MAX_LENGTH) break;
    shown.push(value);
  }
  const rest = values.length - shown.length;
  return `${values.length} values: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function describeOutlier({ value, rows, kind }: Outlier): string {
  return kind === 'rare'
    ? `${value} only in ${listRows(rows)}`
    : `${value} in ${listRows(rows)}, whereas other rows have their own values`;
}
