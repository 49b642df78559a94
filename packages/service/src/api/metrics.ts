import { GET, Path } from '@writ/annotations';
import {
  METRICS_TYPE,
  type Metric,
  type MetricSample,
  OPENMETRICS_TYPE,
  processMetrics,
  renderMetrics,
  renderOpenMetrics,
  type RequestMetrics,
} from '@writ/http/telemetry';
import type { Engine } from '../store/engine.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { EventStreams } from './event-streams.ts';
import { INSTALL_STATES } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

/** Seconds without a sign of life after which a worker does not count; workers give one every two seconds. */
const ALIVE_LIMIT = 10;

export interface MetricsSources {
  readonly engine: Engine;
  readonly store: Store;
  readonly streams: EventStreams;
  readonly webhooks: Webhooks;
  readonly requests: RequestMetrics;
}

/** Metrics in the formats of Prometheus and OpenMetrics, protected by a separate token. */
@Path('/metrics')
export class Metrics {
  readonly #sources: MetricsSources;

  constructor(sources: MetricsSources) {
    this.#sources = sources;
  }

  /** Returns metrics of the service, its requests and its process. */
  @GET('/', { produces: METRICS_TYPE })
  async metrics(): Promise<string> {
    return renderMetrics(await this.#collect());
  }

  /** Returns the same metrics in the OpenMetrics format. */
  @GET('/', { produces: OPENMETRICS_TYPE })
  async openMetrics(): Promise<string> {
    return renderOpenMetrics(await this.#collect());
  }

  async #collect(): Promise<readonly Metric[]> {
    const { requests } = this.#sources;
    return [
      ...(await this.#readRecords()),
      ...(await this.#readFleet()),
      ...this.#readDeliveries(),
      ...processMetrics(),
      ...requests.collect(),
    ];
  }

  async #readRecords(): Promise<readonly Metric[]> {
    const { store } = this.#sources;
    const counts = await store.countByState();
    const isHealthy = (await store.checkHealth()) === undefined;
    return [
      gauge('writ_info', 'The version of the service.', 1, { version: VERSION }),
      {
        name: 'writ_installations',
        type: 'gauge',
        help: 'Stored installations by state.',
        samples: INSTALL_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 })),
      },
      gauge('writ_healthy', '1 if the records can be written.', Number(isHealthy)),
      gauge('writ_webhooks_waiting', 'Webhooks that are waiting for delivery.', await store.outbox.count()),
    ];
  }

  /** Returns the metrics that exist only with a shared database, or only with PostgreSQL. */
  async #readFleet(): Promise<readonly Metric[]> {
    const { engine, store } = this.#sources;
    const { connections } = engine;
    const workers = engine.isShared
      ? (await store.assignments.listWorkers()).filter(({ age }) => age < ALIVE_LIMIT)
      : [];
    return [
      ...(engine.isShared
        ? [
            gauge('writ_workers', 'Workers with a sign of life within 10 s.', workers.length),
            gauge(
              'writ_worker_slots',
              'Installations that these workers can run at the same time.',
              workers.reduce((sum, { slots }) => sum + slots, 0),
            ),
          ]
        : []),
      ...(connections === undefined
        ? []
        : [
            {
              name: 'writ_database_connections',
              type: 'gauge',
              help: 'Connections of this service to its database by state.',
              samples: (['used', 'idle'] as const).map((state) => ({
                labels: { state },
                value: connections[state],
              })),
            } as const,
            gauge('writ_database_connections_max', 'Maximum number of connections.', connections.limit),
            gauge('writ_database_waiting', 'Calls that wait for a connection.', connections.waiting),
          ]),
    ];
  }

  #readDeliveries(): readonly Metric[] {
    const { streams, webhooks } = this.#sources;
    return [
      gauge('writ_event_streams', 'Open event streams.', streams.openCount),
      {
        name: 'writ_event_streams_stalled_total',
        type: 'counter',
        help: 'Event streams that were closed because their client did not read.',
        samples: [{ labels: {}, value: streams.stalledCount }],
      },
      streams.lag.collect(),
      {
        name: 'writ_webhook_attempts_total',
        type: 'counter',
        help: 'Attempts to deliver webhooks, and webhooks that were abandoned.',
        samples: Object.entries(webhooks.counts).map(([result, value]) => ({ labels: { result }, value })),
      },
    ];
  }
}

function gauge(name: string, help: string, value: number, labels: MetricSample['labels'] = {}): Metric {
  return { name, type: 'gauge', help, samples: [{ labels, value }] };
}
