import { GET, Path } from '@writ/annotations';
import { RestResponse } from '@writ/http';
import type { Queue } from '../installs/queue-interface.ts';
import type { Store } from '../store/store.ts';

export interface ReadinessAnswer {
  readonly status: 'ready' | 'not-ready';
  /** The reason why new installations would wait or be refused. */
  readonly reason?: 'starting' | 'stopping' | 'state-full' | 'state-unusable' | 'database-unusable';
}

/** Whether the service accepts and starts installations; does not require a token. */
@Path('/ready')
export class Readiness {
  readonly #store: Store;
  readonly #queue: Queue;

  constructor(store: Store, queue: Queue) {
    this.#store = store;
    this.#queue = queue;
  }

  /** Responds with 503 while the service starts or stops, or cannot write its records. */
  @GET('/')
  async ready(): Promise<RestResponse<ReadinessAnswer, 200> | RestResponse<ReadinessAnswer, 503>> {
    const reason = this.#queue.phase === 'open' ? (await this.#store.checkHealth())?.code : this.#queue.phase;
    return reason === undefined
      ? RestResponse.ok({ status: 'ready' })
      : RestResponse.status(503, { status: 'not-ready', reason });
  }
}
