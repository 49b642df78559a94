/** A metric and its current values. */
export interface Metric {
  /** The name, such as `jobs_total`. It consists of letters, digits, `_` and `:`. */
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

/** Renders metrics in the Prometheus text format. */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map(renderMetric).join('');
}

function renderMetric({ name, type, help, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) =>
      `${name}${suffix}${renderLabels(labels)} ${renderValue(value)}\n`,
  );
  return [`# HELP ${name} ${escapeLine(help)}\n`, `# TYPE ${name} ${type}\n`, ...lines].join('');
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escapeLine(value).replaceAll('"', '\\"')}"`,
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
