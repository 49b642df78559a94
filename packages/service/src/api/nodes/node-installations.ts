import { createHash } from 'node:crypto';
import { BodyParam, Context, Path, POST } from '@writ/annotations';
import { Semaphore } from '@writ/diagnostics/internal';
import { array, HttpError, int, object, oneOf, optional, RestResponse, RoutingContext } from '@writ/http';
import type { Notifier } from '../../installs/notifier.ts';
import { listNumbers } from '../../nodes/list-numbers.ts';
import { noteForAudit } from '../../people/record-changes.ts';
import { problem } from '../../problems.ts';
import {
  ENDINGS,
  NODE_STATES,
  type Ending,
  type Labels,
  type Node,
  type NodeState,
} from '../../records/node.ts';
import { Requires } from '../../security/requires.ts';
import { withPermit } from '../with-permit.ts';
import type { NodePlanDependencies } from './node-plan.ts';
import {
  describeRefusal,
  planNodes,
  type NodesByNumber,
  type PlannedNode,
  type RefusedNode,
} from './plan-nodes.ts';
import { assertLabels, reasonAfterAttempt } from './stored-node.ts';

/** Selects nodes by their numbers, or by their states and labels. */
export interface NodeSelection {
  /** The numbers of the nodes. */
  readonly nodes?: readonly number[] | undefined;
  /** Only nodes in one of these states. */
  readonly states?: readonly NodeState[] | undefined;
  /** Only nodes with all of these labels. */
  readonly labels?: Labels | undefined;
}

/** The plans of several nodes. */
export interface NodePlansAnswer {
  /** The number of selected nodes. */
  readonly count: number;
  /** The plans of the nodes that can be installed. */
  readonly plans: readonly PlannedNode[];
  /** The other nodes, each with the reason. */
  readonly refused: readonly RefusedNode[];
  /** Whether data would be lost; if so, the installation requires `overwrite: true`. */
  readonly overwrites: boolean;
}

/** The plan of a node that has been reviewed. */
export interface ReviewedPlan {
  /** The number of the node. */
  readonly node: number;
  /** The digest of the plan. */
  readonly planSha256: string;
}

/** The consent to install several nodes. */
export interface NodeInstallationsRequest {
  readonly plans: readonly ReviewedPlan[];
  /** Consent to the losses that the plans list; default: false. */
  readonly overwrite?: boolean | undefined;
  /** The action of the nodes after their installations; default: `reboot`. */
  readonly ending?: Ending | undefined;
}

export interface NodeInstallationsDependencies extends NodePlanDependencies {
  readonly notifier: Notifier;
  readonly now: () => Date;
}

/** Maximum number of nodes in one request. */
const NODE_LIMIT = 1_000;
/** Maximum number of requests whose nodes are planned at the same time. */
const PLANNED_LIMIT = 2;

/** Plans and installs several nodes. */
@Requires('view')
@Path('/api/node-installations')
export class NodeInstallations {
  readonly #dependencies: NodeInstallationsDependencies;
  readonly #planned = new Semaphore(PLANNED_LIMIT);

  constructor(dependencies: NodeInstallationsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Plans the installation of each selected node, at most 1,000. Nothing is stored or started. */
  @POST(
    '/plan',
    BodyParam(
      object({
        nodes: optional(array(int)),
        states: optional(array(oneOf(...NODE_STATES))),
        labels: optional(object({}, String)),
      }),
    ),
    Context(AbortSignal),
  )
  plan(selection: NodeSelection, signal: AbortSignal): Promise<NodePlansAnswer> {
    return this.#limit(async () => {
      const nodes = await this.#select(selection);
      const { planned, refused } = await planNodes(nodes, this.#dependencies, signal);
      const overwrites = planned.some(({ losses }) => losses.length > 0);
      return { count: nodes.size, plans: planned, refused, overwrites };
    });
  }

  /** Installs approved nodes by the plans that the request names: all of them, or none. */
  @Requires('run')
  @POST(
    '/',
    BodyParam(
      object({
        plans: array(object({ node: int, planSha256: String })),
        overwrite: optional(Boolean),
        ending: optional(oneOf(...ENDINGS)),
      }),
    ),
    Context(AbortSignal),
    Context(RoutingContext),
  )
  install(
    { plans, overwrite = false, ending = 'reboot' }: NodeInstallationsRequest,
    signal: AbortSignal,
    context: RoutingContext,
  ): Promise<RestResponse<readonly Node[], 202>> {
    const numbers = plans.map(({ node }) => node);
    assertNumbers('plans', numbers);
    noteForAudit(context, { subject: `nodes ${listNumbers(numbers)}`, digest: digestPlans(plans) });
    return this.#limit(async () => {
      const { store, notifier, now } = this.#dependencies;
      const consents = new Map(plans.map(({ node, planSha256 }) => [node, { planSha256, overwrite }]));
      const nodes = await this.#read(numbers);
      const { planned, refused } = await planNodes(nodes, this.#dependencies, signal, consents);
      if (refused.length > 0) throw toRefusal(refused, numbers);
      const assignments = planned.map(({ node, planSha256, configuration }) => ({
        id: node,
        work: { kind: 'install', planSha256, configuration, ending } as const,
      }));
      const busy = await store.nodes.setWorkOfAll(assignments, now().toISOString());
      if (busy.length > 0) {
        const reasons = [...(await this.#read(busy))].map(([id, node]) =>
          describeRefusal(id, node, reasonAfterAttempt(node, id)),
        );
        throw toRefusal(reasons, numbers);
      }
      for (const id of numbers) notifier.notify(id);
      const changed = await this.#read(numbers);
      return RestResponse.accepted([...changed.values()].filter((node) => node !== undefined));
    });
  }

  async #select({ nodes: numbers, states, labels = {} }: NodeSelection): Promise<NodesByNumber> {
    const hasLabels = Object.keys(labels).length > 0;
    if ((numbers !== undefined) === (states !== undefined || hasLabels)) {
      throw new HttpError(
        'invalid-values',
        'Select the nodes by their numbers in nodes, or by states and labels',
      );
    }
    if (numbers !== undefined) {
      assertNumbers('nodes', numbers);
      return this.#read(numbers);
    }
    assertLabels(labels);
    const { store } = this.#dependencies;
    const found = await store.nodes.list({
      states,
      labels: hasLabels ? labels : undefined,
      limit: NODE_LIMIT + 1,
    });
    if (found.length > NODE_LIMIT) {
      throw new HttpError(
        'invalid-values',
        `More than ${NODE_LIMIT} nodes are selected; select fewer with labels, or by their numbers in nodes`,
      );
    }
    return new Map(found.map((node) => [node.id, node]));
  }

  async #read(numbers: readonly number[]): Promise<NodesByNumber> {
    const nodes = new Map<number, Node | undefined>();
    for (const id of numbers) nodes.set(id, await this.#dependencies.store.nodes.get(id));
    return nodes;
  }

  #limit<T>(work: () => Promise<T>): Promise<T> {
    return withPermit(this.#planned, 'Too many installations are being planned', work);
  }
}

/** @throws {HttpError} 400 when there are no numbers, too many, or the same one twice */
function assertNumbers(name: string, numbers: readonly number[]): void {
  if (numbers.length === 0 || numbers.length > NODE_LIMIT)
    throw new HttpError('invalid-values', `${name} must have 1 to ${NODE_LIMIT} items`);
  const repeated = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (repeated !== undefined)
    throw new HttpError('invalid-values', `${name} must name node ${repeated} only once`);
}

/** Returns the error with one entry for each node that cannot be installed. */
function toRefusal(refused: readonly RefusedNode[], numbers: readonly number[]): HttpError {
  const indexOf = new Map(numbers.map((node, index) => [node, index]));
  const errors = refused.map((node) => ({
    source: 'body',
    pointer: `/plans/${indexOf.get(node.node)}`,
    ...node,
  }));
  const subject =
    numbers.length === 1 ? 'The node cannot' : `${refused.length} of ${numbers.length} nodes cannot`;
  const detail = `${subject} be installed; no node was given work`;
  return problem('nodes-refused', { detail, errors });
}

/** Returns the SHA-256 digest of the lines `NODE DIGEST`, sorted by node, for the audit log. */
function digestPlans(plans: readonly ReviewedPlan[]): string {
  const lines = plans
    .toSorted((one, other) => one.node - other.node)
    .map(({ node, planSha256 }) => `${node} ${planSha256.toLowerCase()}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
