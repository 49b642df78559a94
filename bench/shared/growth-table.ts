import type { Chart } from './chart.ts';
import { fitGrowth, type Bend } from './growth.ts';
import type { Cell, ReportTable } from './report.ts';

/** A slope that exceeds the expected order by less than this is not reported as a bend. */
const TOLERANCE = 0.15;

/**
 * The figures of a chart: a row for each subject, with the figure for each size and how it grows. Bends towards the
 * expected order are left out, because they only show the size from which a fixed cost no longer dominates.
 */
export function growthTable({ title, x, y, order: expected, series }: Chart): ReportTable {
  const sizes = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].toSorted(
    (a, b) => a - b,
  );
  return {
    title: `${title}: ${y}`,
    columns: [
      { title: `${capitalize(x)}:` },
      ...sizes.map((size) => ({ title: formatSize(size) })),
      { title: 'Order', digits: 2 },
      { title: 'Between adjacent sizes' },
      { title: 'Bends' },
    ],
    rows: series.map((one): Cell[] => {
      const { order, slopes, bends: all } = fitGrowth(one);
      const bends = all.filter(({ after }) => after > expected + TOLERANCE);
      const figures = sizes.map((size) => one.points.find((point) => point.x === size)?.y);
      return [
        one.name,
        ...figures.map((figure) => (figure === undefined ? null : formatFigure(figure))),
        Number.isNaN(order) ? null : order,
        slopes.map((slope) => slope.toFixed(2)).join(', '),
        bends.length === 0 ? 'none' : bends.map(describeBend).join('; '),
      ];
    }),
  };
}

function describeBend({ x, before, after }: Bend): string {
  return `from ${formatSize(x)}: ${before.toFixed(2)} to ${after.toFixed(2)}`;
}

function formatSize(size: number): string {
  return size.toLocaleString('en');
}

/** Rounds to three significant digits. */
function formatFigure(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
