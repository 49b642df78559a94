/** @module Request ids, an access log, metrics for Prometheus, and health checks. */
export { accessLog, type AccessLogger, type AccessLogOptions } from './access-log.ts';
export type { CheckResult, HealthCheck } from './health-checks.ts';
export {
  type Metric,
  METRICS_TYPE,
  type MetricSample,
  OPENMETRICS_TYPE,
  renderMetrics,
  renderOpenMetrics,
} from './metric.ts';
export { processMetrics } from './process-metrics.ts';
export { currentRequestId, requestIds, type RequestIdOptions } from './request-ids.ts';
export { RequestMetrics } from './request-metrics.ts';
export {
  type ClosableServer,
  Health,
  type HealthCloseOptions,
  type HealthOptions,
  type ReadinessReport,
  serveHealth,
} from './serve-health.ts';
export { serveMetrics, type ServeMetricsOptions } from './serve-metrics.ts';
export type { ExtensibleRouter } from './extensible-router.ts';
