import { median, medianRatio, quantile } from '../../shared/statistics.ts';
import type { Usage } from './accounts.ts';

/** The measurements of a subject over one network. */
export interface Series {
  readonly subject: string;
  readonly network: string;
  readonly usages: readonly Usage[];
  /** Number of packages and files in the image. */
  readonly content: string;
  /** Parts that are missing from the image, because the subject does not create them. */
  readonly lacks: readonly string[];
}

export const tableHead: readonly string[] = [
  'Subject',
  'Mirror',
  'Time, s (quartiles)',
  'Ratio to sequential',
  'Ratio to local mirror',
  'Processor, s (quartiles)',
  'Ratio to sequential',
  'Memory, MB',
  'Read, MB',
  'Written, MB',
  'Stored, MB',
  'Packages, files',
  'Missing from its image',
];

/**
 * Returns the rows of the table. Ratios are medians of the ratios within each round.
 *
 * @param base name of the subject that the others are compared with
 */
export function tableRows(all: readonly Series[], base: string): string[][] {
  return all.map((series) => {
    const { subject, network, usages, content, lacks } = series;
    const sequential = all.find((other) => other.subject === base && other.network === network);
    const local = all.find((other) => other.subject === subject);
    return [
      subject,
      network,
      spread(usages.map(({ wall }) => wall)),
      ratio(series, sequential, ({ wall }) => wall),
      local === series ? '' : ratio(series, local, ({ wall }) => wall),
      spread(usages.map(({ cpu }) => cpu)),
      ratio(series, sequential, ({ cpu }) => cpu),
      megabytes(usages.flatMap(({ memory }) => memory ?? [])),
      megabytes(usages.map(({ read }) => read)),
      megabytes(usages.map(({ written }) => written)),
      megabytes(usages.map(({ stored }) => stored)),
      content,
      lacks.length === 0 ? 'nothing' : lacks.join(', '),
    ];
  });
}

function spread(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(1));
  return `${middle} (${low} to ${high})`;
}

function ratio(series: Series, base: Series | undefined, figure: (usage: Usage) => number): string {
  if (base === undefined) return '';
  return medianRatio(series.usages.map(figure), base.usages.map(figure)).toFixed(2);
}

function megabytes(values: readonly number[]): string {
  return values.length === 0 ? 'unknown' : (median(values) / 1e6).toFixed(0);
}
