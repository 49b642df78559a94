import { BodyParam, Context, Path, POST, Use } from '@writ/annotations';
import {
  array,
  HttpError,
  HttpRequest,
  int,
  limits,
  object,
  optional,
  RestResponse,
  RoutingContext,
} from '@writ/http';
import { parseFacts } from '@writ/installer';
import { defined } from '@writ/diagnostics/internal';
import type { Notifier } from '../../installs/notifier.ts';
import { toFiles } from '../../jobs/files.ts';
import { openSealedSecrets, type Seal } from '../../jobs/seal.ts';
import { describeHardware } from '../../nodes/hardware.ts';
import { checkLabels, readIdentity } from '../../nodes/identity.ts';
import { problem } from '../../problems.ts';
import type { OptionsRequest } from '../../records/plan-options.ts';
import type { Ending, EraseMethod, Labels, Node, NodeState, NodeWork } from '../../records/node.ts';
import { missingSecrets } from '../../records/job.ts';
import type { AgentKeys } from '../../security/agent-key.ts';
import type { RegistrationRefusal } from '../../store/nodes/registration.ts';
import type { Store } from '../../store/store.ts';
import { noteForAudit } from '../../people/record-changes.ts';
import { describeAgent } from './agent-audit.ts';
import { ownerOf } from './node-configurations.ts';
import { assertValid } from './stored-node.ts';

/** Milliseconds between the requests of an agent. */
const POLL_INTERVAL = 5_000;
/** Maximum size of facts and of a batch of events in bytes. */
const BODY_LIMIT = 2 ** 20;
/** Maximum number of events in a batch. */
const EVENT_LIMIT = 1_000;
/** The type of an event. In an event stream, it is a field of a single line. */
const EVENT_TYPE = /^[a-z][a-z-]{0,31}$/;

/** A machine that registers. */
export interface RegistrationRequest {
  /** The one-time token. */
  readonly token: string;
  /** A secret of 24 to 512 characters that the agent has generated, and sends as a bearer token from now on. */
  readonly key: string;
  readonly macs: readonly string[];
  readonly uuid?: string | undefined;
  readonly serial?: string | undefined;
  readonly labels: Labels;
  /** The facts about the machine as JSON, like those that `writ facts` prints. */
  readonly facts: string;
}

/** The state of a node, and the work for its agent. */
export interface AgentOrders {
  readonly node: number;
  readonly state: NodeState;
  /** The code that identifies the agent; the administrator compares it. */
  readonly code: string;
  /** Milliseconds after which the agent sends the next request. */
  readonly interval: number;
  readonly work?: AgentWork;
}

/** Work for an agent. */
export interface AgentWork {
  readonly run: number;
  readonly kind: NodeWork['kind'];
  readonly isCancelled: boolean;
}

/** Claimed work, which may contain secrets. */
export type ClaimedWork =
  | {
      readonly kind: 'install';
      /** The configuration as JSON, with a name in place of each secret. */
      readonly config: string;
      /** The secrets by name, as JSON. */
      readonly creds: string;
      readonly options: OptionsRequest;
      readonly lock?: string;
      readonly planSha256: string;
      readonly ending: Ending;
    }
  | {
      readonly kind: 'erase';
      /** Serial numbers. */
      readonly disks: readonly string[];
      readonly method: EraseMethod;
      readonly ending: Ending;
    };

/** Events of a run, in the order of their numbers. */
export interface EventBatch {
  readonly run: number;
  readonly events: readonly { readonly number: number; readonly type: string; readonly data: string }[];
}

export interface AgentDependencies {
  readonly store: Store;
  readonly keys: AgentKeys;
  readonly seal: Seal | undefined;
  readonly notifier: Notifier;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
}

const registration = object({
  token: String,
  key: String,
  macs: array(String),
  uuid: optional(String),
  serial: optional(String),
  labels: object({}, String),
  facts: String,
});

/** The registration of agents, which requires a one-time token in the body. */
@Path('/agent/registrations')
@Use(limits({ body: 2 * BODY_LIMIT }))
export class AgentRegistrations {
  readonly #dependencies: AgentDependencies;

  constructor(dependencies: AgentDependencies) {
    this.#dependencies = dependencies;
  }

  /** Registers a machine, which then waits for approval. A repeated request with the same token and key has no effect. */
  @POST('/', BodyParam(registration), Context(RoutingContext))
  async register(
    asked: RegistrationRequest,
    context: RoutingContext,
  ): Promise<RestResponse<AgentOrders, 201>> {
    const { store, now, notifier } = this.#dependencies;
    noteForAudit(context, {});
    const identity = assertValid(readIdentity(asked));
    if (identity.macs.length === 0) throw new HttpError('invalid-values', 'macs must not be empty');
    if (!/^[\w.~-]{24,512}$/.test(asked.key))
      throw new HttpError('invalid-values', 'key must have 24 to 512 characters');
    const wrong = checkLabels(asked.labels);
    if (wrong !== undefined) throw new HttpError('invalid-values', wrong);
    const read =
      Buffer.byteLength(asked.facts) > BODY_LIMIT ? undefined : parseFacts('facts', asked.facts).facts;
    if (read === undefined)
      throw new HttpError('invalid-values', 'facts must be the JSON that writ facts prints, at most 1 MiB');
    const { token, key, labels, facts } = asked;
    const time = now().toISOString();
    const hardware = describeHardware(read);
    const registered = await store.nodes.register({ token, key, identity, labels, facts, hardware, time });
    if (typeof registered === 'string') throw refuseRegistration(registered);
    const { node: id, isRepeated } = registered;
    noteForAudit(context, { ...describeAgent({ id }, 'agent-token'), isRepeated });
    notifier.notify(id);
    const node = (await store.nodes.findAgent(key))!;
    return RestResponse.created('/agent/orders', toOrders(node));
  }
}

/** The requests of registered agents, each with the key of the agent as a bearer token. */
@Path('/agent/orders')
@Use(limits({ body: BODY_LIMIT }))
export class AgentApi {
  readonly #dependencies: AgentDependencies;

  constructor(dependencies: AgentDependencies) {
    this.#dependencies = dependencies;
  }

  /** Records a heartbeat, and returns the orders. */
  @POST('/', Context(HttpRequest))
  async orders(request: HttpRequest): Promise<AgentOrders> {
    const node = this.#dependencies.keys.nodeOf(request);
    await this.#dependencies.store.nodes.touch(node.id);
    return toOrders((await this.#dependencies.store.nodes.get(node.id)) ?? node);
  }

  /**
   * Returns the claimed work. The agent confirms that it has stored the response; until then, the same nonce returns it
   * again. Any other claim is refused, and reported to the administrator.
   */
  @POST('/claim', BodyParam(object({ run: int, nonce: String })), Context(RoutingContext))
  async claim(
    { run, nonce }: { readonly run: number; readonly nonce: string },
    context: RoutingContext,
  ): Promise<ClaimedWork> {
    const { store, now, keys, notifier, reportError } = this.#dependencies;
    const node = keys.nodeOf(context.request);
    const time = now().toISOString();
    const result = await store.nodes.claim(node.id, run, nonce, time);
    noteForAudit(context, { isRepeated: result === 'repeated' });
    notifier.notify(node.id);
    if (result === 'second') {
      const detail = `The work of run ${run} has already been claimed`;
      reportError(`The work of node ${node.id} was claimed a second time`, undefined);
      throw problem('already-claimed', { detail });
    }
    const { work } = (await store.nodes.get(node.id)) ?? node;
    if (result === 'none' || work === undefined)
      throw new HttpError('conflict', `There is no work for run ${run}`);
    if (work.kind === 'erase')
      return { kind: 'erase', disks: work.disks, method: work.method, ending: work.ending };
    try {
      return await this.#openConfiguration(work);
    } catch (error) {
      const message = error instanceof HttpError ? error.message : 'The configuration cannot be used';
      await store.nodes.end(node.id, run, { failure: { message }, time });
      notifier.notify(node.id);
      throw error;
    }
  }

  @POST('/claim/confirmation', BodyParam(object({ run: int, nonce: String })), Context(HttpRequest))
  async confirm(
    { run, nonce }: { readonly run: number; readonly nonce: string },
    request: HttpRequest,
  ): Promise<RestResponse<undefined, 204>> {
    const node = this.#dependencies.keys.nodeOf(request);
    if (!(await this.#dependencies.store.nodes.confirmClaim(node.id, run, nonce)))
      throw new HttpError('conflict', `Run ${run} was not claimed with this nonce`);
    return RestResponse.noContent();
  }

  /** Stores events, and returns the number of the last stored event; the next batch must follow it without a gap. */
  @POST(
    '/events',
    BodyParam(object({ run: int, events: array(object({ number: int, type: String, data: String })) })),
    Context(HttpRequest),
  )
  async append({ run, events }: EventBatch, request: HttpRequest): Promise<{ readonly last: number }> {
    const { store, keys, notifier } = this.#dependencies;
    const node = keys.nodeOf(request);
    if (events.length > EVENT_LIMIT)
      throw new HttpError('invalid-values', `events must contain at most ${EVENT_LIMIT} events`);
    const wrong = events.find(
      ({ type, data }) => !EVENT_TYPE.test(type) || type === 'end' || !isObject(data),
    );
    if (wrong !== undefined)
      throw new HttpError(
        'invalid-values',
        `event ${wrong.number} must have a type of 1 to 32 lowercase letters and hyphens other than end, and a JSON object as data`,
      );
    const last = await store.nodes.append(node.id, run, events);
    if (last === undefined) throw new HttpError('conflict', `Run ${run} is not the current run`);
    await store.nodes.touch(node.id);
    notifier.notify(node.id);
    return { last };
  }

  /** Ends a run; a repeated request has no effect. */
  @POST(
    '/report',
    BodyParam(object({ run: int, failure: optional(object({ message: String, next: optional(String) })) })),
    Context(RoutingContext),
  )
  async report(
    {
      run,
      failure,
    }: {
      readonly run: number;
      readonly failure?: { readonly message: string; readonly next?: string | undefined } | undefined;
    },
    context: RoutingContext,
  ): Promise<RestResponse<undefined, 204>> {
    const { store, keys, notifier, now } = this.#dependencies;
    const node = keys.nodeOf(context.request);
    const cut = failure && {
      message: shorten(failure.message),
      ...defined({ next: failure.next && shorten(failure.next) }),
    };
    const result = await store.nodes.end(node.id, run, { failure: cut, time: now().toISOString() });
    if (result === 'none') throw new HttpError('conflict', `Run ${run} is not the current run`);
    noteForAudit(context, { isRepeated: result === 'repeated' });
    notifier.notify(node.id);
    return RestResponse.noContent();
  }

  async #openConfiguration(work: Extract<NodeWork, { kind: 'install' }>): Promise<ClaimedWork> {
    const { store, seal } = this.#dependencies;
    const { configuration, planSha256, ending } = work;
    const job = await store.nodeConfigurations.job(configuration);
    if (job === undefined)
      throw new HttpError('conflict', `Node configuration ${configuration} has been deleted`);
    const secrets = openSealedSecrets(job, ownerOf(configuration), seal);
    const missing = missingSecrets({ job, secrets });
    if (missing.length > 0)
      throw new HttpError(
        'conflict',
        `The secrets of node configuration ${configuration} cannot be opened: ${missing.join(', ')}`,
      );
    const { config, creds, ...options } = toFiles({ job, secrets });
    return {
      kind: 'install',
      config: String(config.text),
      creds: String(creds.text),
      options,
      ...defined({ lock: job.lock }),
      planSha256,
      ending,
    };
  }
}

/** Maximum length of a message in UTF-16 code units. */
const MESSAGE_LIMIT = 4_096;

function shorten(text: string): string {
  return text.slice(0, MESSAGE_LIMIT);
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function toOrders({ id, state, code = '', run, work }: Node): AgentOrders {
  return {
    node: id,
    state,
    code,
    interval: POLL_INTERVAL,
    ...(work === undefined ? {} : { work: { run, kind: work.kind, isCancelled: work.isCancelled === true } }),
  };
}

function refuseRegistration(reason: RegistrationRefusal): HttpError {
  const details: Readonly<Record<RegistrationRefusal, string>> = {
    token:
      'The token is unknown, has expired or has been used; create another one with POST /api/nodes/tokens',
    'other-machine': 'The token is for a node with other network cards, or another UUID or serial number',
    ambiguous: 'Several nodes have network cards of this machine; release all but one of them',
    active: 'The agent of this node is at work; wait until it ends, or cancel the work',
  };
  return problem('registration-refused', { detail: details[reason] });
}
