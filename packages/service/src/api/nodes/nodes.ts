import {
  BodyParam,
  Context,
  DELETE,
  GET,
  HeaderParam,
  Path,
  PathParam,
  POST,
  PUT,
  QueryParam,
} from '@writ/annotations';
import { defined } from '@writ/diagnostics/internal';
import {
  array,
  HttpError,
  HttpRequest,
  int,
  object,
  oneOf,
  optional,
  RestResponse,
  RoutingContext,
  type EventStream,
} from '@writ/http';
import { currentLosses, parseFacts, renderPlan, type Loss } from '@writ/installer';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { assertConsent } from '../../consent/consent.ts';
import type { Notifier } from '../../installs/notifier.ts';
import { readIdentity } from '../../nodes/identity.ts';
import { followNode } from '../../nodes/follow-node.ts';
import { CONFIGURATION_NAME } from '../../records/configuration-name.ts';
import {
  ENDINGS,
  ERASE_METHODS,
  NODE_STATES,
  type Ending,
  type EraseMethod,
  type Labels,
  type Node,
  type NodeState,
} from '../../records/node.ts';
import { callerOf } from '../../security/caller.ts';
import { newToken } from '../../security/token.ts';
import type { EventStreams } from '../event-streams.ts';
import { planNode, type NodePlanDependencies } from './node-plan.ts';
import {
  assertApproved,
  assertLabels,
  assertValid,
  getNode,
  missingNode,
  reasonAfterAttempt,
} from './stored-node.ts';
import { Requires } from '../../security/requires.ts';

/** Maximum number of nodes in one response. */
const PAGE_LIMIT = 1_000;
/** Seconds for which a token is valid: the default and the maximum. */
const TOKEN_TIME = 60 * 60;
const LONGEST_TOKEN_TIME = 7 * 24 * 60 * 60;

/** A node to be added before it registers. */
export interface ExpectedNodeRequest {
  readonly name?: string | undefined;
  readonly macs?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  readonly serial?: string | undefined;
  readonly labels?: Labels | undefined;
}

/** A one-time token, which only this response contains. */
export interface TokenAnswer {
  readonly token: string;
  /** ISO 8601, UTC. */
  readonly expires: string;
}

/** The plan for a node. */
export interface NodePlanAnswer {
  readonly digest: string;
  /** The plan as `writ plan` prints it. */
  readonly text: string;
  /** The number of the node configuration. */
  readonly configuration: number;
  readonly losses: readonly Loss[];
  /** Warnings and notes. */
  readonly findings: JsonReport['findings'];
}

/** The consent to install a node. */
export interface NodeInstallRequest {
  /** The digest of the plan. */
  readonly planSha256?: string | undefined;
  /** Consent to the losses that the plan lists. */
  readonly overwrite?: boolean | undefined;
  readonly ending?: Ending | undefined;
}

/** The disks to erase. */
export interface EraseRequest {
  /** Serial numbers. All data on these disks is lost. */
  readonly disks: readonly string[];
  readonly method?: EraseMethod | undefined;
  readonly ending?: Ending | undefined;
}

export interface NodesDependencies extends NodePlanDependencies {
  readonly streams: EventStreams;
  readonly notifier: Notifier;
  readonly now: () => Date;
}

/** Machines on which an agent installs. */
@Requires('view')
@Path('/api/nodes')
export class NodesApi {
  readonly #dependencies: NodesDependencies;

  constructor(dependencies: NodesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns at most 1,000 nodes in the order of their numbers; `after` continues with the next ones. */
  @GET(
    '/',
    QueryParam('state', optional(array(oneOf(...NODE_STATES)))),
    QueryParam('label', optional(array(String))),
    QueryParam('after', optional(int)),
    QueryParam('limit', optional(int)),
  )
  list(
    states: readonly NodeState[] | undefined,
    label: readonly string[] | undefined,
    after: number | undefined,
    limit: number | undefined,
  ): Promise<readonly Node[]> {
    const size = Math.min(Math.max(limit ?? PAGE_LIMIT, 1), PAGE_LIMIT);
    const labels = label && readLabels(label);
    return this.#dependencies.store.nodes.list({ states, labels, after, limit: size });
  }

  /** Adds a node that is expected to register. */
  @Requires('administer')
  @POST(
    '/',
    BodyParam(
      object({
        name: optional(String),
        macs: optional(array(String)),
        uuid: optional(String),
        serial: optional(String),
        labels: optional(object({}, String)),
      }),
    ),
  )
  async add(asked: ExpectedNodeRequest): Promise<RestResponse<Node, 201>> {
    const { store, now } = this.#dependencies;
    const identity = assertValid(readIdentity(asked));
    const { name, labels = {} } = asked;
    if (name !== undefined && !/^[^\p{C}]{1,128}$/u.test(name))
      throw new HttpError('invalid-values', 'name must have 1 to 128 printable characters');
    if (identity.macs.length === 0 && identity.uuid === undefined && identity.serial === undefined)
      throw new HttpError('invalid-values', 'The node needs macs, a uuid or a serial number');
    assertLabels(labels);
    const added = await store.nodes.add({
      ...identity,
      ...defined({ name }),
      labels,
      time: now().toISOString(),
    });
    if ('taken' in added)
      throw new HttpError('conflict', `Machine ${added.taken} already has this hardware address`);
    return RestResponse.created(`/api/nodes/${added.id}`, added);
  }

  /** Creates a one-time token, with which an agent registers. It expires with the API token of the caller at the latest. */
  @Requires('administer')
  @POST(
    '/tokens',
    BodyParam(
      optional(object({ node: optional(int), labels: optional(object({}, String)), seconds: optional(int) })),
    ),
    Context(RoutingContext),
  )
  async createToken(
    asked:
      | {
          readonly node?: number | undefined;
          readonly labels?: Labels | undefined;
          readonly seconds?: number | undefined;
        }
      | undefined,
    context: RoutingContext,
  ): Promise<RestResponse<TokenAnswer, 200>> {
    const { store, now } = this.#dependencies;
    const { node, labels = {}, seconds = TOKEN_TIME } = asked ?? {};
    if (node !== undefined) await getNode(store, node);
    assertLabels(labels);
    if (seconds < 1 || seconds > LONGEST_TOKEN_TIME)
      throw new HttpError('invalid-values', `seconds must be 1 to ${LONGEST_TOKEN_TIME}`);
    const token = newToken();
    const tokenExpires = callerOf(context)?.tokenExpires;
    const latest = tokenExpires === undefined ? Infinity : Date.parse(tokenExpires);
    const expires = Math.min(now().getTime() + seconds * 1000, latest);
    await store.nodes.addTokens([{ token, node, labels, expires }]);
    return RestResponse.ok({ token, expires: new Date(expires).toISOString() });
  }

  @GET('/{id}', PathParam('id', int))
  get(id: number): Promise<Node> {
    return getNode(this.#dependencies.store, id);
  }

  @Requires('run')
  @PUT('/{id}/labels', PathParam('id', int), BodyParam(object({}, String)))
  async setLabels(id: number, labels: Labels): Promise<Node> {
    const { store, now } = this.#dependencies;
    assertLabels(labels);
    if (!(await store.nodes.setLabels(id, labels, now().toISOString()))) throw missingNode(id);
    return this.#changed(id);
  }

  /** Approves the agent of a pending node. With `code`, only the agent that prints this code. */
  @Requires('administer')
  @POST('/{id}/approve', PathParam('id', int), BodyParam(optional(object({ code: optional(String) }))))
  async approve(id: number, asked: { readonly code?: string | undefined } | undefined): Promise<Node> {
    const { store, now } = this.#dependencies;
    const node = await getNode(store, id);
    if (asked?.code !== undefined && asked.code !== node.code)
      throw new HttpError('conflict', `The agent of node ${id} has another code`);
    if (!(await store.nodes.approve(id, node.code ?? '', now().toISOString())))
      throw new HttpError('conflict', `Node ${id} does not wait for approval: its state is ${node.state}`);
    return this.#changed(id);
  }

  /** Sets whether the next network boot of the node gets the medium, once, or boots locally. */
  @Requires('run')
  @PUT('/{id}/boot', PathParam('id', int), BodyParam(object({ boot: oneOf('medium', 'local') })))
  async setBoot(id: number, { boot }: { readonly boot: 'medium' | 'local' }): Promise<Node> {
    const { store, now } = this.#dependencies;
    const { macs } = await getNode(store, id);
    if (boot === 'medium' && macs.length === 0)
      throw new HttpError(
        'conflict',
        `Node ${id} has no network card by which the boot service could recognize it`,
      );
    if (!(await store.nodes.setBoot(id, boot, now().toISOString())))
      throw new HttpError('conflict', `Node ${id} is at work`);
    return this.#changed(id);
  }

  /** Plans the installation of a node. */
  @GET('/{id}/plan', PathParam('id', int), Context(AbortSignal))
  async plan(id: number, signal: AbortSignal): Promise<NodePlanAnswer> {
    const node = await getNode(this.#dependencies.store, id);
    const { plan, findings, configuration } = await planNode(node, this.#dependencies, signal);
    return {
      digest: plan.digest,
      text: renderPlan(plan, 'text'),
      configuration: configuration.id,
      losses: currentLosses(plan),
      findings: toReport(CONFIGURATION_NAME, findings).findings,
    };
  }

  /** Installs an approved node by the plan that the request names. */
  @Requires('run')
  @POST(
    '/{id}/install',
    PathParam('id', int),
    BodyParam(
      object({
        planSha256: optional(String),
        overwrite: optional(Boolean),
        ending: optional(oneOf(...ENDINGS)),
      }),
    ),
    Context(AbortSignal),
  )
  async install(
    id: number,
    asked: NodeInstallRequest,
    signal: AbortSignal,
  ): Promise<RestResponse<Node, 202>> {
    const node = await getNode(this.#dependencies.store, id);
    assertApproved(node);
    const { plan, configuration } = await planNode(node, this.#dependencies, signal);
    assertConsent(plan, asked);
    const { ending = 'reboot' } = asked;
    const work = {
      kind: 'install',
      planSha256: plan.digest,
      configuration: configuration.id,
      ending,
    } as const;
    return this.#setWork(id, work);
  }

  /** Erases disks of an approved node. All data on them is lost. */
  @Requires('run')
  @POST(
    '/{id}/erase',
    PathParam('id', int),
    BodyParam(
      object({
        disks: array(String),
        method: optional(oneOf(...ERASE_METHODS)),
        ending: optional(oneOf(...ENDINGS)),
      }),
    ),
  )
  async erase(id: number, asked: EraseRequest): Promise<RestResponse<Node, 202>> {
    const { store } = this.#dependencies;
    assertApproved(await getNode(store, id));
    const { disks, method = 'signatures', ending = 'wait' } = asked;
    const facts = parseFacts('facts', (await store.nodes.facts(id)) ?? '').facts;
    if (disks.length === 0) throw new HttpError('invalid-values', 'disks must not be empty');
    for (const serial of disks) {
      const found = facts?.disks.filter((disk) => disk.kind === 'disk' && disk.serial === serial) ?? [];
      if (found.length !== 1)
        throw new HttpError(
          'conflict',
          `Node ${id} has ${found.length} disks with the serial number ${serial}`,
        );
    }
    return this.#setWork(id, { kind: 'erase', disks, method, ending });
  }

  /** Cancels the work of a node. */
  @Requires('run')
  @POST('/{id}/cancel', PathParam('id', int))
  async cancel(id: number): Promise<RestResponse<Node, 202>> {
    const { store, now } = this.#dependencies;
    await getNode(store, id);
    if (!(await store.nodes.cancel(id, now().toISOString())))
      throw new HttpError('conflict', `Node ${id} has no work`);
    return RestResponse.accepted(await this.#changed(id));
  }

  /** Releases a node: deletes its records, its tokens and the key of its agent, which then ends. */
  @Requires('administer')
  @DELETE('/{id}', PathParam('id', int))
  async release(id: number): Promise<RestResponse<undefined, 204>> {
    const { store, notifier } = this.#dependencies;
    if (!(await store.nodes.delete(id))) throw missingNode(id);
    notifier.notify(id);
    return RestResponse.noContent();
  }

  /** Streams the events of a run, or for run 0 the history of the node. */
  @GET(
    '/{id}/runs/{run}/events',
    { produces: 'text/event-stream' },
    PathParam('id', int),
    PathParam('run', int),
    HeaderParam('Last-Event-ID', optional(int)),
    Context(HttpRequest),
  )
  async events(
    id: number,
    run: number,
    after: number | undefined,
    request: HttpRequest,
  ): Promise<EventStream> {
    const { store, notifier, streams } = this.#dependencies;
    const node = await getNode(store, id);
    if (run < 0 || run > node.run) throw new HttpError('not-found', `Node ${id} has no run ${run}`);
    return streams.open(request, (signal) =>
      followNode(store.nodes, notifier, { id, run, after: after ?? 0, signal }),
    );
  }

  async #setWork(
    id: number,
    work: Parameters<NodesDependencies['store']['nodes']['setWork']>[1],
  ): Promise<RestResponse<Node, 202>> {
    const { store, now } = this.#dependencies;
    if ((await store.nodes.setWork(id, work, now().toISOString())) === undefined)
      throw reasonAfterAttempt(await store.nodes.get(id), id);
    return RestResponse.accepted(await this.#changed(id));
  }

  async #changed(id: number): Promise<Node> {
    const { store, notifier } = this.#dependencies;
    notifier.notify(id);
    return getNode(store, id);
  }
}

function readLabels(given: readonly string[]): Labels {
  return Object.fromEntries(
    given.map((text) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (key === undefined || value === undefined)
        throw new HttpError('invalid-values', 'label must be KEY=VALUE');
      return [key, value];
    }),
  );
}
