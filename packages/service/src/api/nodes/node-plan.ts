import { HttpError } from '@writ/http';
import type { Plan } from '@writ/installer';
import { toFiles } from '../../jobs/files.ts';
import { openSealedSecrets, type Seal } from '../../jobs/seal.ts';
import { problem } from '../../problems.ts';
import { missingSecrets } from '../../records/job.ts';
import type { Node } from '../../records/node.ts';
import { findNewest, type NodeConfiguration } from '../../store/nodes/node-configurations.ts';
import type { Store } from '../../store/store.ts';
import type { Planner } from '../../work/planner.ts';
import type { PlanOutput } from '../../work/tasks.ts';
import { toRefusal } from '../installation-plan.ts';
import { ownerOf } from './node-configurations.ts';

/** The plan of a node, and the configuration from which it was made. */
export interface NodePlan {
  readonly plan: Plan;
  readonly findings: PlanOutput['findings'];
  readonly configuration: NodeConfiguration;
}

export interface NodePlanDependencies {
  readonly store: Store;
  readonly planner: Planner;
  readonly seal: Seal | undefined;
}

/**
 * Plans the installation of a node with its facts, and with the newest configuration whose selector selects it.
 *
 * @param configurations all configurations, newest first; default: they are read
 * @throws {HttpError} 409 when it has no facts or no configuration, or its drives cannot be used, 422 for an invalid
 * configuration, 503 when the planner is overloaded
 */
export async function planNode(
  node: Node,
  { store, planner, seal }: NodePlanDependencies,
  signal: AbortSignal,
  configurations?: readonly NodeConfiguration[],
): Promise<NodePlan> {
  const facts = await store.nodes.facts(node.id);
  if (facts === undefined) throw new HttpError('conflict', `Node ${node.id} has not registered`);
  const configuration = findNewest(configurations ?? (await store.nodeConfigurations.list()), node);
  const job = configuration && (await store.nodeConfigurations.job(configuration.id));
  if (configuration === undefined || job === undefined) {
    throw new HttpError(
      'conflict',
      `No configuration selects node ${node.id}; add one with POST /api/node-configurations`,
    );
  }
  const secrets = openSealedSecrets(job, ownerOf(configuration.id), seal);
  if (missingSecrets({ job, secrets }).length > 0) {
    throw problem('secrets-refused', {
      detail: `The secrets of node configuration ${configuration.id} cannot be opened; start the service with the WRIT_SEAL_KEY_FILE with which they were stored`,
    });
  }
  const result = await planner.plan(
    { ...toFiles({ job, secrets }), facts: { file: 'facts', text: facts } },
    signal,
  );
  const { plan, findings, outcome } = result;
  if (plan === undefined || outcome !== 'done') throw toRefusal(result);
  if (plan.target.kind !== 'device')
    throw new HttpError(
      'conflict',
      `The configuration names the image ${plan.target.path}; "harddrives" must name a disk of the node`,
    );
  return { plan, findings, configuration };
}
