import { signal, type Signal } from '@preact/signals';
import type { Batch } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The list of the service's batches. */
export class Batches {
  /** Undefined until they are loaded. */
  readonly list: Signal<readonly Batch[] | undefined> = signal<readonly Batch[] | undefined>(undefined);
  /** Whether the last request for them failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads the newest batches. */
  async load(): Promise<void> {
    this.hasFailed.value = false;
    const loaded = await this.#session.guard(() => dataOf(service().GET('/api/batches')));
    if (loaded === undefined) this.hasFailed.value = true;
    else this.list.value = loaded;
  }
}
