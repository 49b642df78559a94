import { GET, Path } from '@writ/annotations';
import type { WorkerState } from '../store/assignments.ts';
import type { Store } from '../store/store.ts';
import { Requires } from '../security/requires.ts';

/** The workers of all hosts. */
@Requires('view')
@Path('/api/workers')
export class Workers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the workers that have sent a heartbeat within the last day and have not stopped. */
  @GET('/')
  list(): Promise<readonly WorkerState[]> {
    return this.#store.assignments.listWorkers();
  }
}
