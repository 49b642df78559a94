import { signal, type Signal } from '@preact/signals';
import type { MachineHardware } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The disks and network cards of the service's machine, if an installation may use them. */
export class Hardware {
  /** Undefined until it is loaded, and if only images are allowed. */
  readonly found: Signal<MachineHardware | undefined> = signal<MachineHardware | undefined>(undefined);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async load(): Promise<void> {
    this.found.value = await this.#session.guard(() => dataOf(service().GET('/api/machine')));
  }
}
