import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { RequestMessage } from '../observe/request-events.ts';
import { subscribeToRequests } from '../observe/subscribe-to-requests.ts';
import type { Metric, MetricSample } from './metric.ts';
import { DURATION_BUCKETS, errorTypeOf, methodOf } from './request-attributes.ts';

type Labels = Readonly<Record<string, string>>;

interface Durations {
  readonly labels: Labels;
  /** The number of requests in each bucket. The last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/**
 * Counts requests to a toolkit's routers from the time at which this object is created. The names and labels are those
 * that OpenTelemetry's Prometheus exporter derives from the semantic conventions.
 */
export class RequestMetrics {
  readonly #durations = new Map<string, Durations>();
  #active = 0;
  readonly #unsubscribe: () => void;

  constructor(toolkit: ToolkitContext) {
    const started = new WeakSet<RequestMessage>();
    this.#unsubscribe = subscribeToRequests(toolkit, {
      start: (message) => {
        started.add(message);
        this.#active += 1;
      },
      closed: (message) => {
        if (!started.delete(message)) return;
        this.#active -= 1;
        this.#record(message);
      },
    });
  }

  /** Returns the number of active requests, and a histogram of durations by method, route and status. */
  collect(): readonly Metric[] {
    return [
      {
        name: 'http_server_active_requests',
        type: 'gauge',
        help: 'Number of active HTTP server requests.',
        samples: [{ value: this.#active }],
      },
      {
        name: 'http_server_request_duration_seconds',
        type: 'histogram',
        help: 'Duration of HTTP server requests.',
        samples: [...this.#durations.values()].flatMap(toSamples),
      },
    ];
  }

  /** Stops counting. */
  stop(): void {
    this.#unsubscribe();
  }

  #record(message: RequestMessage): void {
    const labels = labelsOf(message);
    const key = JSON.stringify(labels);
    let durations = this.#durations.get(key);
    if (durations === undefined) {
      durations = { labels, counts: Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0), sum: 0 };
      this.#durations.set(key, durations);
    }
    const seconds = (message.duration ?? 0) / 1000;
    const bucket = DURATION_BUCKETS.findIndex((bound) => seconds <= bound);
    durations.counts[bucket === -1 ? DURATION_BUCKETS.length : bucket]! += 1;
    durations.sum += seconds;
  }
}

/** Returns labels with a bounded number of values. They contain neither request paths nor unknown methods. */
function labelsOf(message: RequestMessage): Labels {
  const { route, status } = message;
  const errorType = errorTypeOf(message);
  return {
    http_request_method: methodOf(message),
    ...(route !== undefined && { http_route: route.path }),
    ...(status !== undefined && { http_response_status_code: String(status) }),
    ...(errorType !== undefined && { error_type: errorType }),
  };
}

function toSamples({ labels, counts, sum }: Durations): readonly MetricSample[] {
  let count = 0;
  const buckets = counts.map((each, index): MetricSample => {
    count += each;
    const le = index === DURATION_BUCKETS.length ? '+Inf' : String(DURATION_BUCKETS[index]);
    return { suffix: '_bucket', labels: { ...labels, le }, value: count };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
}
