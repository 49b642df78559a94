import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '@writ/http';
import { currentLosses, type Loss } from '@writ/installer';
import { assertConsent, type Consent } from '../../consent/consent.ts';
import type { Node } from '../../records/node.ts';
import { planNode, type NodePlanDependencies } from './node-plan.ts';
import { assertApproved, missingNode } from './stored-node.ts';

/** The plan of one of several nodes. */
export interface PlannedNode {
  /** The number of the node. */
  readonly node: number;
  readonly name?: string;
  /** The digest of the plan. */
  readonly planSha256: string;
  /** The number of the node configuration. */
  readonly configuration: number;
  /** The data that would be lost. */
  readonly losses: readonly Loss[];
}

/** Why a node cannot be installed. */
export interface RefusedNode {
  /** The number of the node. */
  readonly node: number;
  readonly name?: string;
  /** The code of the problem, as in the response to the same request for this node alone. */
  readonly code: string;
  readonly detail: string;
  /** The digest of the current plan, if the reviewed one is no longer current or its losses were not agreed to. */
  readonly planSha256?: string;
}

/** The nodes to plan by their numbers; undefined for a number without a node. */
export type NodesByNumber = ReadonlyMap<number, Node | undefined>;

/**
 * Plans the installation of each node. For a node that cannot be installed, returns the reason instead.
 *
 * @param consents the consent for each node; default: none is required
 * @throws {HttpError} 503 when the planner is overloaded or planning was interrupted
 */
export async function planNodes(
  nodes: NodesByNumber,
  dependencies: NodePlanDependencies,
  signal: AbortSignal,
  consents?: ReadonlyMap<number, Consent>,
): Promise<{ readonly planned: readonly PlannedNode[]; readonly refused: readonly RefusedNode[] }> {
  const configurations = await dependencies.store.nodeConfigurations.list();
  const planned: PlannedNode[] = [];
  const refused: RefusedNode[] = [];
  for (const [id, node] of nodes) {
    try {
      if (node === undefined) throw missingNode(id);
      assertApproved(node);
      const { plan, configuration } = await planNode(node, dependencies, signal, configurations);
      const consent = consents?.get(id);
      if (consent !== undefined) assertConsent(plan, consent);
      planned.push({
        node: id,
        ...defined({ name: node.name }),
        planSha256: plan.digest,
        configuration: configuration.id,
        losses: currentLosses(plan),
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      refused.push(describeRefusal(id, node, error));
    }
  }
  return { planned, refused };
}

/** Describes the problem of a node in one line, with the first finding about its configuration. */
export function describeRefusal(
  id: number,
  node: Node | undefined,
  { code, message, errors = [], extensions }: HttpError,
): RefusedNode {
  const [first] = errors;
  const current = extensions?.['planSha256'];
  return {
    node: id,
    ...defined({ name: node?.name }),
    code,
    detail: first === undefined ? message : `${message}: ${first.detail}`,
    ...(typeof current === 'string' && { planSha256: current }),
  };
}
