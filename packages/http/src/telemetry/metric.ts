/** A metric and its current values. */
export interface Metric {
  /**
   * The name, such as `jobs_total`. It consists of letters, digits, `_` and `:`. The name of a counter should end with
   * `_total`.
   */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

/** One value of a metric. */
export interface MetricSample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** The part of a histogram to which the value belongs. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** The media type of the text that {@link renderMetrics} returns. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The media type of the text that {@link renderOpenMetrics} returns. */
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Renders metrics in the Prometheus text format. */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map((metric) => renderMetric(metric, PROMETHEUS)).join('');
}

/**
 * Renders metrics in the OpenMetrics text format. In this format, the name of a counter is that of its samples without
 * `_total`, which is added to the samples if it is missing, and the text ends with `# EOF`.
 */
export function renderOpenMetrics(metrics: readonly Metric[]): string {
  return `${metrics.map((metric) => renderMetric(metric, OPENMETRICS)).join('')}# EOF\n`;
}

/** The differences between the formats. */
interface Format {
  /** Returns the name of a metric, and of its samples. */
  names(metric: Metric): { readonly family: string; readonly sample: string };
  /** Escapes the text of a HELP line. */
  escapeHelp(text: string): string;
  /** Converts the value of the label `le`. */
  bound(le: string): string;
}

const PROMETHEUS: Format = {
  names: ({ name }) => ({ family: name, sample: name }),
  escapeHelp: escapeLine,
  bound: (le) => le,
};

const OPENMETRICS: Format = {
  names({ name, type }) {
    if (type !== 'counter') return { family: name, sample: name };
    const family = name.replace(/_total$/, '');
    return { family, sample: `${family}_total` };
  },
  escapeHelp: escapeQuoted,
  // The format requires numbers in their canonical form, such as 1.0.
  bound: (le) => (/^\d+$/.test(le) ? `${le}.0` : le),
};

function renderMetric(metric: Metric, format: Format): string {
  const { type, help, samples } = metric;
  const { family, sample } = format.names(metric);
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) =>
      `${sample}${suffix}${renderLabels(labels, format)} ${renderValue(value)}\n`,
  );
  return [`# HELP ${family} ${format.escapeHelp(help)}\n`, `# TYPE ${family} ${type}\n`, ...lines].join('');
}

function renderLabels(labels: Readonly<Record<string, string>>, { bound }: Format): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escapeQuoted(name === 'le' ? bound(value) : value)}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function renderValue(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

function escapeLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeQuoted(text: string): string {
  return escapeLine(text).replaceAll('"', '\\"');
}
