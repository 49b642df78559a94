import {
  context as contexts,
  metrics,
  trace as traces,
  type MeterProvider,
  type TracerProvider,
} from '@opentelemetry/api';
import type { RoutingContext } from '../../contract/context.ts';
import type { ToolkitContext } from '../../contract/toolkit-context.ts';
import { assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { subscribeToRequests } from '../../observe/subscribe-to-requests.ts';
import { RequestMeter } from './request-meter.ts';
import { RequestSpan } from './request-span.ts';

/** Options for {@link instrumentRequests}. */
export interface InstrumentationOptions {
  /** Creates the tracer (default: the global provider). */
  readonly tracerProvider?: TracerProvider;
  /** Creates the meter (default: the global provider, which must be registered before this call). */
  readonly meterProvider?: MeterProvider;
  /** Whether to omit a request, such as a health check, from traces and metrics. Called when the request arrives. */
  readonly ignore?: (context: RoutingContext) => boolean;
}

const OPTIONS: OptionNames<InstrumentationOptions> = {
  tracerProvider: true,
  meterProvider: true,
  ignore: true,
};

const NAME = '@writ/http';

/**
 * Creates a span for each request to the toolkit's routers, and records the metrics `http.server.request.duration` and
 * `http.server.active_requests`. Names and attributes follow OpenTelemetry's semantic conventions. The span is active
 * while the request is handled, and `context.trace` describes it. The returned function stops the instrumentation.
 * Throws `TypeError` if an option is invalid.
 */
export function instrumentRequests(
  toolkit: ToolkitContext,
  options: InstrumentationOptions = {},
): () => void {
  assertOptions('instrumentRequests', options, OPTIONS);
  assertTypes('instrumentRequests', options, { ignore: 'a function' });
  const { tracerProvider = traces, meterProvider = metrics, ignore = () => false } = options;
  const tracer = tracerProvider.getTracer(NAME);
  const meter = new RequestMeter(meterProvider.getMeter(NAME));
  const spans = new WeakMap<RoutingContext, RequestSpan>();
  return subscribeToRequests(toolkit, {
    start(message) {
      if (ignore(message.context)) return;
      const span = new RequestSpan(tracer, message);
      spans.set(message.context, span);
      meter.start(message);
      message.surround((handle) => contexts.with(span.context, handle));
    },
    closed(message) {
      const span = spans.get(message.context);
      if (span === undefined) return;
      meter.end(message, span.context);
      span.end(message);
    },
  });
}
