import type { Attributes, Context, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';
import type { RequestMessage } from '../../observe/request-events.ts';
import { DURATION_BUCKETS, errorTypeOf, methodOf } from '../request-attributes.ts';

/** Records the metrics of requests. */
export class RequestMeter {
  readonly #durations: Histogram;
  readonly #active: UpDownCounter;

  constructor(meter: Meter) {
    this.#durations = meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: [...DURATION_BUCKETS] },
    });
    this.#active = meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of active HTTP server requests.',
      unit: '{request}',
    });
  }

  start(message: RequestMessage): void {
    this.#active.add(1, requestAttributes(message));
  }

  /** @param context the context of the span to which exemplars refer */
  end(message: RequestMessage, context: Context): void {
    const { route, status, duration = 0 } = message;
    const errorType = errorTypeOf(message);
    const attributes = requestAttributes(message);
    this.#active.add(-1, attributes);
    this.#durations.record(
      duration / 1000,
      {
        ...attributes,
        ...(route !== undefined && { 'http.route': route.path }),
        ...(status !== undefined && { 'http.response.status_code': status }),
        ...(errorType !== undefined && { 'error.type': errorType }),
      },
      context,
    );
  }
}

function requestAttributes(message: RequestMessage): Attributes {
  return {
    'http.request.method': methodOf(message),
    'url.scheme': message.context.request.url.protocol.slice(0, -1),
  };
}
