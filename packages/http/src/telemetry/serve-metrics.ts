import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { captureOrigin } from '../report/origin.ts';
import type { ExtensibleRouter } from './extensible-router.ts';
import { METRICS_TYPE, renderMetrics, type Metric } from './metric.ts';
import { processMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

/** Options for {@link serveMetrics}. */
export interface ServeMetricsOptions {
  /** Path of the route (default: `/metrics`). */
  readonly path?: string;
  /** Returns additional metrics for the application. */
  readonly collect?: () => readonly Metric[] | Promise<readonly Metric[]>;
}

const OPTIONS: OptionNames<ServeMetricsOptions> = { path: true, collect: true };

/**
 * Adds a route that responds with the metrics of the process and of all requests to the toolkit's routers, in the
 * Prometheus text format. The router's filters apply to the route: add one that restricts access. Returns the metrics
 * of the requests, whose method `stop` ends the counting. Throws `TypeError` if an option is invalid.
 */
export function serveMetrics(router: ExtensibleRouter, options: ServeMetricsOptions = {}): RequestMetrics {
  assertOptions('serveMetrics', options, OPTIONS);
  assertTypes('serveMetrics', options, { path: 'a string', collect: 'a function' });
  const { path = '/metrics', collect = () => [] } = options;
  const requests = new RequestMetrics(router.toolkit);
  router.add({
    method: 'GET',
    path,
    produces: [METRICS_TYPE],
    bindings: [],
    handler: async () => renderMetrics([...processMetrics(), ...requests.collect(), ...(await collect())]),
    description: 'Metrics in the Prometheus text format.',
    hidden: true,
    origin: captureOrigin(serveMetrics),
  });
  return requests;
}
