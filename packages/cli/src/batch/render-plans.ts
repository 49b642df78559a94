import { printable } from '@writ/diagnostics';
import {
  listRows,
  type NameChanges,
  type PlanReview,
  type PlanVariant,
  type ReviewedRow,
} from '@writ/installer';

/** Renders the plan of each row as a line, and the rows whose plan differs from the usual one. */
export function renderPlans(
  rows: readonly ReviewedRow[],
  { operations, packages, usual, variants }: PlanReview,
): string {
  const planned = rows.flatMap(({ summary, ...row }) => (summary === undefined ? [] : [{ ...row, summary }]));
  const width = Math.max(...planned.map(({ targets }) => targets.join(', ').length));
  const digits = String(planned.at(-1)?.number).length;
  const lines = [
    'Plans:',
    ...planned.map(({ number, targets, summary: { digest, losses } }) => {
      const loss = losses.length === 0 ? '' : '  data would be lost';
      return `  row ${String(number).padStart(digits)}  ${targets.join(', ').padEnd(width)}  ${digest}${loss}`;
    }),
    '',
    `The same operations in ${listRows(usual)}: ${count(operations, 'operation')}, ${count(packages, 'named package')}`,
    ...variants.map((variant) => `  ${listRows(variant.rows)}: ${describeVariant(variant)}`),
  ];
  return `${lines.map((line) => printable(line)).join('\n')}\n`;
}

function describeVariant({ operations, packages, layout }: PlanVariant): string {
  const parts = [
    ...describeChanges('operations', operations),
    ...describeChanges('packages', packages),
    ...(layout ? ['different disk layout'] : []),
  ];
  return parts.length === 0 ? 'operations in a different order' : parts.join('; ');
}

function describeChanges(kind: string, { added, removed }: NameChanges): string[] {
  const names = [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)];
  return names.length === 0 ? [] : [`${kind} ${names.join(' ')}`];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
