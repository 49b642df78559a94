import { batch, signal, type Signal } from '@preact/signals';
import type { Ending, Loss, NodePlans } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The plans of several machines, and the request that installs all of them. */
export class NodeInstallations {
  /** The plans that the user has requested, until the installations are requested. */
  readonly plans: Signal<NodePlans | undefined> = signal<NodePlans | undefined>(undefined);
  readonly isPlanning: Signal<boolean> = signal(false);
  /** The number of machines whose installations were requested last. */
  readonly requested: Signal<number | undefined> = signal<number | undefined>(undefined);
  readonly #session: Session;
  readonly #askConsent: (losses: readonly Loss[]) => Promise<boolean>;
  /** Ends the request whose response is no longer needed. */
  #stop = new AbortController();

  /** @param askConsent asks whether data may be lost */
  constructor(session: Session, askConsent: (losses: readonly Loss[]) => Promise<boolean>) {
    this.#session = session;
    this.#askConsent = askConsent;
  }

  /** Forgets the plans. */
  readonly reset = (): void => {
    this.#stop.abort();
    batch(() => {
      this.plans.value = undefined;
      this.requested.value = undefined;
      this.isPlanning.value = false;
    });
  };

  /** Plans the installation of machines. */
  async plan(nodes: readonly number[]): Promise<void> {
    this.reset();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.isPlanning.value = true;
    const options = { body: { nodes: [...nodes] }, signal: stopped };
    const plans = await this.#session.guard(() =>
      dataOf(service().POST('/api/node-installations/plan', options)),
    );
    if (stopped.aborted) return;
    batch(() => {
      this.plans.value = plans;
      this.isPlanning.value = false;
    });
  }

  /**
   * Installs all machines that have a plan, after consent to the losses.
   *
   * @param describe returns the name of a machine, for the losses
   */
  async install(
    ending: Ending,
    describe: (node: { readonly id: number; readonly name?: string | undefined }) => string,
  ): Promise<void> {
    const planned = this.plans.peek();
    if (planned === undefined) return;
    const losses = planned.plans.flatMap(({ node: id, name, losses: ofNode }) =>
      ofNode.map((loss) => ({ ...loss, target: `${describe({ id, name })}: ${loss.target}` })),
    );
    const overwrite = losses.length > 0;
    if (overwrite && !(await this.#askConsent(losses))) return;
    const plans = planned.plans.map(({ node, planSha256 }) => ({ node, planSha256 }));
    this.reset();
    const accepted = await this.#session.guard(() =>
      dataOf(service().POST('/api/node-installations', { body: { plans, overwrite, ending } })),
    );
    this.requested.value = accepted?.length;
  }
}
