import { PgBoss } from 'pg-boss';

/** The task of a job. */
export interface ReportTask {
  readonly text: string;
}

/** The result of a job. */
export interface Report {
  readonly words: number;
}

/** The state of a job, and its result if it has completed. */
export interface ReportStatus {
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  readonly report?: Report;
}

const QUEUE = 'reports';

/** Jobs that create reports. They are stored in PostgreSQL, so that a crash or a restart loses none of them. */
export class ReportQueue {
  readonly #boss: PgBoss;
  readonly #create: (task: ReportTask) => Promise<Report>;

  constructor(location: string, create: (task: ReportTask) => Promise<Report>) {
    this.#boss = new PgBoss({
      connectionString: location,
      max: 4,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
    });
    this.#boss.on('error', ({ message }) => console.error(`queue: ${message}`));
    this.#create = create;
  }

  /** Creates the tables if necessary, and begins to process jobs. */
  async start(): Promise<void> {
    await this.#boss.start();
    // A worker that is killed sends no more heartbeats; another one then repeats its job.
    await this.#boss.createQueue(QUEUE, {
      retryLimit: 2,
      retryDelay: 1,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
    });
    await this.#boss.work<ReportTask, Report>(QUEUE, { pollingIntervalSeconds: 0.5 }, async ([job]) =>
      this.#create(job!.data),
    );
  }

  /** Waits until running jobs have finished, and closes the connections. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 8_000 });
  }

  /** Stores a job, and returns its id. */
  async add(task: ReportTask): Promise<string> {
    const id = await this.#boss.send(QUEUE, task);
    if (id === null) throw new Error('the queue did not accept the job');
    return id;
  }

  async find(id: string): Promise<ReportStatus | undefined> {
    const [job] = await this.#boss.findJobs<ReportTask>(QUEUE, { id });
    if (job === undefined) return undefined;
    return job.state === 'completed'
      ? { state: job.state, report: job.output as Report }
      : { state: job.state };
  }
}
