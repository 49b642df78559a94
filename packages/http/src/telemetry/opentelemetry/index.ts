/** @module Traces and metrics of requests with OpenTelemetry. Requires @opentelemetry/api. */
export { instrumentRequests, type InstrumentationOptions } from './instrument-requests.ts';
