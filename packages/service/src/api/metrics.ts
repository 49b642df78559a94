import { GET, Path } from '@writ/annotations';
import {
  type Metric,
  type MetricSample,
  processMetrics,
  renderMetrics,
  type RequestMetrics,
} from '@writ/http/telemetry';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { EventStreams } from './event-streams.ts';
import { INSTALL_STATES } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

/** Metrics in the Prometheus text format, protected by a separate token. */
@Path('/metrics')
export class Metrics {
  readonly #store: Store;
  readonly #streams: EventStreams;
  readonly #webhooks: Webhooks;
  readonly #requests: RequestMetrics;

  constructor(store: Store, streams: EventStreams, webhooks: Webhooks, requests: RequestMetrics) {
    this.#store = store;
    this.#streams = streams;
    this.#webhooks = webhooks;
    this.#requests = requests;
  }

  /** Returns metrics of the service, its requests and its process. */
  @GET('/', { produces: 'text/plain; version=0.0.4; charset=utf-8' })
  async metrics(): Promise<string> {
    return renderMetrics([...(await this.#read()), ...processMetrics(), ...this.#requests.collect()]);
  }

  async #read(): Promise<readonly Metric[]> {
    const counts = await this.#store.countByState();
    const isHealthy = (await this.#store.checkHealth()) === undefined;
    return [
      gauge('writ_info', 'The version of the service.', 1, { version: VERSION }),
      {
        name: 'writ_installations',
        type: 'gauge',
        help: 'Stored installations by state.',
        samples: INSTALL_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 })),
      },
      gauge('writ_healthy', '1 if the records can be written.', Number(isHealthy)),
      gauge('writ_event_streams', 'Open event streams.', this.#streams.openCount),
      {
        name: 'writ_event_streams_stalled_total',
        type: 'counter',
        help: 'Event streams that were closed because their client did not read.',
        samples: [{ labels: {}, value: this.#streams.stalledCount }],
      },
      gauge(
        'writ_webhooks_waiting',
        'Webhooks that are waiting for delivery.',
        await this.#store.outbox.count(),
      ),
      {
        name: 'writ_webhook_attempts_total',
        type: 'counter',
        help: 'Attempts to deliver webhooks, and webhooks that were abandoned.',
        samples: Object.entries(this.#webhooks.counts).map(([result, value]) => ({
          labels: { result },
          value,
        })),
      },
    ];
  }
}

function gauge(name: string, help: string, value: number, labels: MetricSample['labels'] = {}): Metric {
  return { name, type: 'gauge', help, samples: [{ labels, value }] };
}
