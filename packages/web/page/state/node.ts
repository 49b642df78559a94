import { batch, signal, type Signal } from '@preact/signals';
import type {
  ControllerRequest,
  Ending,
  Loss,
  Node,
  NodeConfiguration,
  NodeFacts,
  NodePlan,
  NodeSelector,
  PowerAction,
} from '../api/answers.ts';
import { followStream } from '../api/event-follower.ts';
import { Problem, type ProblemDocument } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { NodeRun } from './node-run.ts';
import type { Session } from './session.ts';

/** Milliseconds between requests for a machine, whose state depends on its heartbeats. */
const REFRESH_PAUSE = 10_000;
/** Milliseconds without further entries of the history after which the machine is loaded again. */
const HISTORY_PAUSE = 100;
/** The maximum number of entries of the history that are displayed. */
const HISTORY_LENGTH = 100;

/** An entry in the history of a machine. */
export interface HistoryEntry {
  readonly number: number;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The message of an alarm. */
  readonly message?: string;
}

/** A configuration for the machines that a selector selects. */
export interface Assignment {
  readonly selector: NodeSelector;
  readonly configuration: string;
  readonly credentials?: string | undefined;
  readonly advanced?: true;
}

/** Disks to erase. */
export interface Erasure {
  /** Serial numbers. */
  readonly disks: readonly string[];
  readonly method: 'signatures' | 'zero';
}

/** The displayed machine with its facts, its configuration and its run, followed while it is displayed. */
export class NodeDetail {
  /** Undefined until it is loaded. */
  readonly node: Signal<Node | undefined> = signal<Node | undefined>(undefined);
  /** Undefined until the machine has registered. */
  readonly facts: Signal<NodeFacts | undefined> = signal<NodeFacts | undefined>(undefined);
  /** The newest configuration whose selector selects the machine. */
  readonly configuration: Signal<NodeConfiguration | undefined> = signal<NodeConfiguration | undefined>(
    undefined,
  );
  /** The plan that the user has requested, until the machine or its configuration changes. */
  readonly plan: Signal<NodePlan | undefined> = signal<NodePlan | undefined>(undefined);
  /** The problem with the findings that explain why the requested plan is absent. */
  readonly refusal: Signal<ProblemDocument | undefined> = signal<ProblemDocument | undefined>(undefined);
  /** The power state that the management controller has reported. */
  readonly power: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The newest entries of the history, newest first. */
  readonly history: Signal<readonly HistoryEntry[]> = signal<readonly HistoryEntry[]>([]);
  /** Whether the service does not know the machine. */
  readonly isAbsent: Signal<boolean> = signal(false);
  /** Whether the request for the machine failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  readonly isConnected: Signal<boolean> = signal(true);
  readonly run: NodeRun;
  readonly #session: Session;
  readonly #askConsent: (losses: readonly Loss[]) => Promise<boolean>;
  #stop = new AbortController();
  #refresh: ReturnType<typeof setInterval> | undefined;
  #reload: ReturnType<typeof setTimeout> | undefined;
  /** The code of the agent that has sent the loaded facts. */
  #code: string | undefined;

  /** @param askConsent asks whether data may be lost */
  constructor(session: Session, askConsent: (losses: readonly Loss[]) => Promise<boolean>) {
    this.#session = session;
    this.#askConsent = askConsent;
    this.run = new NodeRun(session);
  }

  /** Loads a machine, and follows it until `close`. */
  async open(id: number): Promise<void> {
    this.close();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.#reset();
    await this.#session.guard(() => this.#load(id));
    if (stopped.aborted) return;
    this.hasFailed.value = this.node.peek() === undefined && !this.isAbsent.peek();
    if (this.node.peek() === undefined) return;
    this.#refresh = setInterval(() => {
      if (!document.hidden) void this.#session.guard(() => this.#load(id), true);
    }, REFRESH_PAUSE);
    await this.#session.guard(() => this.#followHistory(id, stopped), true);
  }

  close(): void {
    this.#stop.abort();
    clearInterval(this.#refresh);
    clearTimeout(this.#reload);
    this.run.close();
  }

  /** Approves the agent with the displayed code. */
  approve({ id, code }: Node): Promise<boolean> {
    const body = code === undefined ? {} : { code };
    return this.#change(id, (params) => service().POST('/api/nodes/{id}/approve', { params, body }));
  }

  setLabels({ id }: Node, labels: Readonly<Record<string, string>>): Promise<boolean> {
    return this.#change(id, (params) => service().PUT('/api/nodes/{id}/labels', { params, body: labels }));
  }

  /** Sets the response of the network boot service to the machine. */
  setBoot({ id }: Node, boot: Node['boot']): Promise<boolean> {
    return this.#change(id, (params) => service().PUT('/api/nodes/{id}/boot', { params, body: { boot } }));
  }

  /** Adds a configuration for this machine, or for all machines with a label. */
  assign({ id }: Node, assignment: Assignment): Promise<boolean> {
    const { selector, configuration, credentials, advanced } = assignment;
    const body = {
      selector,
      configuration,
      ...(credentials !== undefined && { credentials }),
      ...(advanced && { advanced }),
    };
    return this.#change(id, () => service().POST('/api/node-configurations', { body }));
  }

  /** Plans the installation of the machine. */
  async makePlan({ id }: Node): Promise<void> {
    const params = { path: { id } };
    const { signal: stopped } = this.#stop;
    this.#setPlan();
    await this.#session.guard(async () => {
      try {
        const plan = await dataOf(service().GET('/api/nodes/{id}/plan', { params, signal: stopped }));
        if (!stopped.aborted) this.#setPlan(plan);
      } catch (error) {
        if (!(error instanceof Problem) || error.document.errors === undefined) throw error;
        if (!stopped.aborted) this.#setPlan(undefined, error.document);
      }
    });
  }

  /** Installs the machine by the displayed plan, after consent to its losses. */
  async install({ id }: Node, ending: Ending): Promise<boolean> {
    const plan = this.plan.peek();
    if (plan === undefined) return false;
    const overwrite = plan.losses.length > 0;
    if (overwrite && !(await this.#askConsent(plan.losses))) return false;
    const body = { planSha256: plan.digest, overwrite, ending };
    this.#setPlan();
    return this.#change(id, (params) => service().POST('/api/nodes/{id}/install', { params, body }));
  }

  erase({ id }: Node, { disks, method }: Erasure): Promise<boolean> {
    const body = { disks: [...disks], method };
    return this.#change(id, (params) => service().POST('/api/nodes/{id}/erase', { params, body }));
  }

  cancel({ id }: Node): Promise<boolean> {
    return this.#change(id, (params) => service().POST('/api/nodes/{id}/cancel', { params }));
  }

  /** Changes the power of the machine, and reads its state if it has a management controller. */
  async control(node: Node, action: PowerAction, fromNetwork: boolean): Promise<boolean> {
    const body = fromNetwork ? { action, boot: 'network' as const } : { action };
    const done = await this.#change(node.id, (params) =>
      service().POST('/api/nodes/{id}/power', { params, body }),
    );
    if (done && action !== 'wake') await this.readPower(node);
    return done;
  }

  /** Reads the power state from the management controller. */
  async readPower({ id }: Node): Promise<void> {
    const params = { path: { id } };
    const answer = await this.#session.guard(() =>
      dataOf(service().GET('/api/nodes/{id}/power', { params })),
    );
    this.power.value = answer?.power;
  }

  /** Stores the management controller, whose password the page does not keep. */
  setController({ id }: Node, body: ControllerRequest): Promise<boolean> {
    return this.#change(id, (params) => service().PUT('/api/nodes/{id}/controller', { params, body }));
  }

  removeController({ id }: Node): Promise<boolean> {
    return this.#change(id, (params) => service().DELETE('/api/nodes/{id}/controller', { params }));
  }

  /** Deletes the records of the machine and the key of its agent. Returns whether they were deleted. */
  async release({ id }: Node): Promise<boolean> {
    this.close();
    const params = { path: { id } };
    const done = await this.#session.guard(async () => {
      await service().DELETE('/api/nodes/{id}', { params });
      return true;
    });
    if (done !== true) void this.open(id);
    return done === true;
  }

  /** Loads the masked text of the machine's configuration. */
  async readConfiguration({ id }: NodeConfiguration): Promise<string | undefined> {
    const params = { path: { id } };
    const answer = await this.#session.guard(() =>
      dataOf(service().GET('/api/node-configurations/{id}', { params })),
    );
    return answer?.configuration;
  }

  #setPlan(plan?: NodePlan, refusal?: ProblemDocument): void {
    batch(() => {
      this.plan.value = plan;
      this.refusal.value = refusal;
    });
  }

  async #change(
    id: number,
    send: (params: { readonly path: { readonly id: number } }) => Promise<unknown>,
  ): Promise<boolean> {
    const done = await this.#session.guard(async () => {
      await send({ path: { id } });
      if (this.node.peek()?.id === id) await this.#load(id);
      return true;
    });
    return done === true;
  }

  /** Loads the machine, and what has changed with it. */
  async #load(id: number): Promise<void> {
    const { signal: stopped } = this.#stop;
    const params = { path: { id } };
    const options = { params, signal: stopped };
    try {
      const node = await dataOf(service().GET('/api/nodes/{id}', options));
      const { configuration } = await dataOf(service().GET('/api/nodes/{id}/configuration', options));
      const isNew = node.code !== this.#code;
      const facts =
        node.code !== undefined && isNew
          ? await dataOf(service().GET('/api/nodes/{id}/facts', options))
          : this.facts.peek();
      if (stopped.aborted) return;
      this.#code = node.code;
      batch(() => {
        if (isNew || configuration?.id !== this.configuration.peek()?.id) this.#setPlan();
        this.node.value = node;
        this.configuration.value = configuration;
        this.facts.value = facts;
      });
      if (node.run > 0 && this.run.number.peek() !== node.run) void this.run.open(id, node.run);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      if (!stopped.aborted) this.isAbsent.value = true;
    }
  }

  /** Follows the history, whose entries announce changes of the machine. */
  async #followHistory(id: number, stopped: AbortSignal): Promise<void> {
    try {
      await followStream<HistoryEntry>(
        {
          after: 0,
          open: (after, ended) => {
            const params = { path: { id, run: 0 }, header: { 'Last-Event-ID': after } };
            const options = { params, parseAs: 'stream', signal: ended } as const;
            return service().GET('/api/nodes/{id}/runs/{run}/events', options);
          },
          onEvent: (entry) => {
            if (!stopped.aborted) this.#receive(id, entry);
            return false;
          },
          onConnection: (isConnected) => {
            if (!stopped.aborted) this.isConnected.value = isConnected;
          },
        },
        stopped,
      );
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      if (!stopped.aborted) this.isAbsent.value = true;
    }
  }

  #receive(id: number, entry: HistoryEntry): void {
    this.history.value = [entry, ...this.history.peek()].slice(0, HISTORY_LENGTH);
    clearTimeout(this.#reload);
    this.#reload = setTimeout(() => void this.#session.guard(() => this.#load(id), true), HISTORY_PAUSE);
  }

  #reset(): void {
    this.#code = undefined;
    batch(() => {
      this.node.value = undefined;
      this.facts.value = undefined;
      this.configuration.value = undefined;
      this.#setPlan();
      this.power.value = undefined;
      this.history.value = [];
      this.isAbsent.value = false;
      this.hasFailed.value = false;
      this.isConnected.value = true;
    });
  }
}
