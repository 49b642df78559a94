import { signal, type Signal } from '@preact/signals';
import type { Install, PlanAnswer } from '../../src/answers.ts';
import { Problem } from '../api/problem.ts';
import { getJson, postJson, send } from '../api/requests.ts';
import type { Consent } from './consent.ts';
import type { Session } from './session.ts';

/** A configuration and its target. */
interface StartOptions {
  readonly configuration: string;
  readonly image: string;
  readonly plan: PlanAnswer;
}

/** The installations of the service, and the requests that change them. */
export class Installs {
  /** Undefined until they are loaded. */
  readonly list: Signal<readonly Install[] | undefined> = signal<readonly Install[] | undefined>(undefined);
  readonly #session: Session;
  readonly #consent: Consent;

  constructor(session: Session, consent: Consent) {
    this.#session = session;
    this.#consent = consent;
  }

  async load(): Promise<void> {
    await this.#session.guard(async () => {
      this.list.value = await getJson<readonly Install[]>('/api/installs');
    });
  }

  /**
   * Starts an installation, after consent to its losses.
   *
   * @returns the installation, or undefined if the user keeps the data, or the plan has changed
   */
  async start({ configuration, image, plan }: StartOptions): Promise<Install | undefined> {
    const overwrite = plan.overwrites;
    if (overwrite && !(await this.#consent.ask(plan.plan.losses))) return undefined;
    const request = { configuration, image, planSha256: plan.digest };
    try {
      return await postJson<Install>('/api/installs', { ...request, overwrite });
    } catch (error) {
      if (!(error instanceof Problem) || error.document.losses === undefined) throw error;
      // The target has changed since the plan was made.
      const { losses, planSha256 } = error.document;
      if (planSha256 !== plan.digest) throw error;
      if (!(await this.#consent.ask(losses))) return undefined;
      return await postJson<Install>('/api/installs', { ...request, overwrite: true });
    }
  }

  /**
   * Continues an installation with the configuration that the service has stored.
   *
   * @param rerunCommand whether the interrupted custom command runs again
   */
  resume(id: number, rerunCommand: boolean): Promise<Install | undefined> {
    return this.#session.guard(() => postJson<Install>(`/api/installs/${id}/resume`, { rerunCommand }));
  }

  async cancel(id: number): Promise<void> {
    await this.#session.guard(() => send(`/api/installs/${id}/cancel`, { method: 'POST' }));
  }

  supplySecrets(id: number, secrets: Readonly<Record<string, string>>): Promise<Install | undefined> {
    return this.#session.guard(() => postJson<Install>(`/api/installs/${id}/secrets`, secrets));
  }

  /** The one-time address of a file, because the browser sends no token with a download. */
  downloadAddress(id: number, file: 'output' | 'image'): Promise<string | undefined> {
    return this.#session.guard(async () => {
      const { address } = await postJson<{ readonly address: string }>(`/api/installs/${id}/downloads`, {
        file,
      });
      return address;
    });
  }
}
