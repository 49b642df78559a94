import { GET, Path } from '@writ/annotations';
import type { EventStreams } from './event-streams.ts';
import { INSTALL_STATES } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  /** The value for each set of labels, such as `{state="done"}`. */
  readonly values: readonly (readonly [labels: string, value: number])[];
}

/** Metrics in the text format of Prometheus, for a token of their own. */
@Path('/metrics')
export class Metrics {
  readonly #store: Store;
  readonly #streams: EventStreams;

  constructor(store: Store, streams: EventStreams) {
    this.#store = store;
    this.#streams = streams;
  }

  /** Metrics of the installations and of the process. */
  @GET('/', { produces: 'text/plain; version=0.0.4; charset=utf-8' })
  metrics(): string {
    return this.#read().map(renderMetric).join('');
  }

  #read(): readonly Metric[] {
    const counts = this.#store.countByState();
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      gauge('writ_info', 'The version of the service.', 1, `{version="${VERSION}"}`),
      {
        name: 'writ_installations',
        type: 'gauge',
        help: 'Stored installations by state.',
        values: INSTALL_STATES.map((state) => [`{state="${state}"}`, counts.get(state) ?? 0]),
      },
      gauge('writ_healthy', '1 if the state folder can be written.', this.#store.checkHealth() ? 0 : 1),
      gauge('writ_event_streams', 'Open event streams.', this.#streams.openCount),
      gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
      {
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'CPU time of the process.',
        values: [['', (user + system) / 1e6]],
      },
      gauge('process_uptime_seconds', 'Time since the start of the process.', process.uptime()),
    ];
  }
}

function gauge(name: string, help: string, value: number, labels = ''): Metric {
  return { name, type: 'gauge', help, values: [[labels, value]] };
}

function renderMetric({ name, type, help, values }: Metric): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...lines].join('');
}
