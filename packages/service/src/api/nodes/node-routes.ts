import type { Filter, RateStore } from '@writ/http';
import { createNotifier } from '../../installs/notifier.ts';
import type { Hasher } from '../../jobs/hash-logins.ts';
import type { Seal } from '../../jobs/seal.ts';
import type { WakeAddress } from '../../nodes/power/wake-on-lan.ts';
import { createAgentKeys } from '../../security/agent-key.ts';
import { limitRegistrations } from '../../security/rate-limits.ts';
import type { Store } from '../../store/store.ts';
import type { Planner } from '../../work/planner.ts';
import type { EventStreams } from '../event-streams.ts';
import { recordAgents } from './agent-audit.ts';
import { AgentApi, AgentRegistrations } from './agent.ts';
import { NodeConfigurationRows } from './node-configuration-rows.ts';
import { NodeConfigurationsApi } from './node-configurations.ts';
import { NodeDetails } from './node-details.ts';
import { NodeInstallations } from './node-installations.ts';
import { NodePower } from './node-power.ts';
import { NodesApi } from './nodes.ts';

export interface NodeRoutesDependencies {
  readonly store: Store;
  readonly planner: Planner;
  readonly hash: Hasher;
  readonly seal: Seal | undefined;
  readonly streams: EventStreams;
  readonly wakeAddress: WakeAddress;
  /** Counts the registrations from each address. */
  readonly registrations: RateStore;
  /** Milliseconds after which readers look for changes by other servers; undefined if there are none. */
  readonly poll: number | undefined;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
}

/** The routes of nodes and their agents. */
export interface NodeRoutes {
  readonly resources: readonly object[];
  /** The filter for the routes of registered agents, and the pattern of their paths. */
  readonly agentFilter: Filter;
  readonly agentPath: string;
  /**
   * The filters that limit registrations and record the requests of agents, by the patterns of their paths; they follow
   * `agentFilter`.
   */
  readonly filters: readonly (readonly [pattern: string, filter: Filter])[];
}

export function createNodeRoutes({
  poll,
  registrations,
  ...dependencies
}: NodeRoutesDependencies): NodeRoutes {
  const { store, now } = dependencies;
  const notifier = createNotifier(poll);
  const keys = createAgentKeys((key) => store.nodes.findAgent(key));
  const shared = { ...dependencies, notifier, keys };
  return {
    resources: [
      new AgentRegistrations(shared),
      new AgentApi(shared),
      new NodesApi(shared),
      new NodeConfigurationsApi(shared),
      new NodeConfigurationRows(shared),
      new NodeInstallations(shared),
      new NodeDetails(store),
      new NodePower(shared),
    ],
    agentFilter: keys.filter,
    agentPath: '/agent/orders/{path:.*}',
    filters: [
      ['/agent/registrations/{path:.*}', limitRegistrations(registrations)],
      ...recordAgents({ log: store.audit, keys, now }),
    ],
  };
}
