import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AgentToken, Node, NodeState } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { listAllLabels, matchesFilter, NO_FILTER, type ListFilter } from './list-filter.ts';
import type { Session } from './session.ts';

/** Milliseconds between requests for the machines, whose states depend on their heartbeats. */
const REFRESH_PAUSE = 5_000;
/** The maximum number of machines in one response of the service. */
const PAGE_SIZE = 1_000;

/** A machine that is expected to register. */
export interface ExpectedNode {
  readonly name?: string;
  readonly macs: readonly string[];
}

/** The machines that the service knows, refreshed while they are displayed. */
export class Nodes {
  /** Undefined until they are loaded. */
  readonly list: Signal<readonly Node[] | undefined> = signal<readonly Node[] | undefined>(undefined);
  /** Whether the last request for them failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  readonly filter: Signal<ListFilter<NodeState>> = signal<ListFilter<NodeState>>(NO_FILTER);
  /** Whether the machines are displayed as a list with details instead of a grid. */
  readonly isDetailed: Signal<boolean> = signal(false);
  /** The number of the machine whose details are displayed below the grid. */
  readonly selected: Signal<number | undefined> = signal<number | undefined>(undefined);
  /** The token that was just created, which the service does not return again. */
  readonly token: Signal<AgentToken | undefined> = signal<AgentToken | undefined>(undefined);
  /** The machines that match the filter. */
  readonly shown: ReadonlySignal<readonly Node[]> = computed(() => {
    const filter = this.filter.value;
    return (this.list.value ?? []).filter((node) => matchesFilter(node, filter, namesOf(node)));
  });
  /** All labels of machines as `name=value`, in alphabetical order. */
  readonly labels: ReadonlySignal<readonly string[]> = computed(() => listAllLabels(this.list.value ?? []));
  /** The number of machines in each state. */
  readonly counts: ReadonlySignal<ReadonlyMap<NodeState, number>> = computed(() => {
    const byState = Map.groupBy(this.list.value ?? [], ({ state }) => state);
    return new Map([...byState].map(([state, nodes]) => [state, nodes.length]));
  });
  readonly #session: Session;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads the machines, and loads them again at regular intervals until `close`. */
  open(): void {
    this.close();
    void this.load();
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.load(true);
    }, REFRESH_PAUSE);
  }

  /** Ends the requests, and forgets the token. */
  close(): void {
    clearInterval(this.#timer);
    this.token.value = undefined;
  }

  /** @param repeated whether this is an automatic request, which does not clear an earlier message */
  async load(repeated = false): Promise<void> {
    const loaded = await this.#session.guard(loadAll, repeated);
    this.hasFailed.value = loaded === undefined;
    if (loaded !== undefined) this.list.value = loaded;
  }

  /** Shows the details of a machine. */
  readonly select = (id: number): void => {
    this.selected.value = id;
  };

  /** Adds a machine before it registers. Returns whether it was added. */
  async add(expected: ExpectedNode): Promise<boolean> {
    const body = { ...expected, macs: [...expected.macs] };
    const added = await this.#session.guard(() => dataOf(service().POST('/api/nodes', { body })));
    if (added === undefined) return false;
    await this.load();
    return true;
  }

  /** Creates a token, with which one agent can register. */
  async createToken(): Promise<void> {
    const token = await this.#session.guard(() => dataOf(service().POST('/api/nodes/tokens', { body: {} })));
    if (token !== undefined) this.token.value = token;
  }
}

async function loadAll(): Promise<readonly Node[]> {
  const loaded: Node[] = [];
  for (;;) {
    const after = loaded.at(-1)?.id ?? 0;
    const query = { after, limit: PAGE_SIZE };
    const nodes = await dataOf(service().GET('/api/nodes', { params: { query } }));
    loaded.push(...nodes);
    if (nodes.length < PAGE_SIZE) return loaded;
  }
}

/** The texts by which a machine is found. */
function namesOf({ id, name = '', macs, serial = '', uuid = '' }: Node): string[] {
  return [name, String(id), ...macs, serial, uuid];
}
