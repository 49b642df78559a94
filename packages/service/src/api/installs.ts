import { defined } from '@writ/diagnostics/internal';
import { BodyParam, Context, GET, HeaderParam, Path, PathParam, POST } from '@writ/annotations';
import { HttpError, HttpRequest, int, object, optional, RestResponse, type EventStream } from '@writ/http';
import { renderPlan } from '@writ/installer';
import { fingerprintLosses, assertConsent } from '../consent/consent.ts';
import { hasEnded, type Install, type NewInstall } from '../records/install.ts';
import type { Queue, QueueRefusal } from '../installs/queue-interface.ts';
import type { Hasher } from '../jobs/hash-logins.ts';
import type { JobWithSecrets } from '../records/job.ts';
import { createJob } from '../jobs/create-job.ts';
import { prepareResumption, type Resumption } from '../jobs/resumption.ts';
import { supplySecrets } from '../jobs/supply-secrets.ts';
import type { Machines } from '../machines/machines.ts';
import type { Planner } from '../work/planner.ts';
import type { Store } from '../store/store.ts';
import type { ImageDigests } from '../work/image-digests.ts';
import type { EventStreams } from './event-streams.ts';
import { IdempotentStarts } from './idempotency.ts';
import { describeImage, type ImageAnswer } from './image-file.ts';
import { planConfiguration } from './installation-plan.ts';
import { optionsOf, startBody, type NewInstallation } from './start-request.ts';
import { problem } from '../problems.ts';
import { resolveTarget, type TargetRules } from './target.ts';
import { getInstall, missingInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

/** A request with the key of an earlier one does not start a second installation. */
const keyHeader = HeaderParam('Idempotency-Key', optional(String));

/** An accepted request that changes an installation or adds one; if it adds one, `Location` is its address. */
type AcceptedInstall = RestResponse<Install, 202>;

/** An installation with its configuration and its image. */
export interface InstallationAnswer extends Install {
  /** The configuration with every secret masked. */
  readonly configuration: string;
  /** The image, while it exists. */
  readonly image?: ImageAnswer;
}

export interface InstallsDependencies {
  readonly store: Store;
  readonly queue: Queue;
  readonly streams: EventStreams;
  readonly rules: TargetRules;
  readonly resumption: Resumption;
  readonly hash: Hasher;
  readonly planner: Planner;
  readonly digests: ImageDigests;
  readonly machines: Pick<Machines, 'missing'>;
  readonly now: () => Date;
}

@Requires('view')
@Path('/api/installs')
export class Installs {
  readonly #dependencies: InstallsDependencies;
  readonly #starts: IdempotentStarts;

  constructor(dependencies: InstallsDependencies) {
    this.#dependencies = dependencies;
    this.#starts = new IdempotentStarts(dependencies.store);
  }

  @Requires('run')
  @POST('/', startBody, keyHeader, Context(AbortSignal))
  start(asked: NewInstallation, key: string | undefined, signal: AbortSignal): Promise<AcceptedInstall> {
    // The digest of the plan represents the configuration, which contains secrets.
    const { configuration: _, credentials: _credentials, ...request } = asked;
    return this.#starts.run(key, ['start', request], repeatStart, async (storedKey) => {
      const { rules, queue, planner, hash } = this.#dependencies;
      const { configuration, credentials, lock } = asked;
      const options = optionsOf(asked);
      const { name: target, path } = resolveTarget(rules, asked.image, asked.device);
      // While this installation is planned and its passwords are hashed, another installation may create the target
      // image.
      const { endedCount } = queue;
      const { plan, masked } = await planConfiguration(planner, configuration, path, signal, {
        ...options,
        credentials,
        lock,
      });
      assertConsent(plan, asked);
      const more = { agreed: fingerprintLosses(plan), options, credentials, ...defined({ lock }) };
      const job = await createJob(configuration, more, { hash, planner }, signal);
      const documents = { plan: renderPlan(plan, 'json'), configuration: formatJson(job.job.config) };
      const { digest } = plan;
      return this.#enqueue(
        { target, path, resume: false, digest, configuration: masked, documents, key: storedKey },
        job,
        endedCount,
      );
    });
  }

  @Requires('run')
  @POST(
    '/{id}/resume',
    PathParam('id', int),
    BodyParam(optional(object({ rerunCommand: optional(Boolean) }))),
    keyHeader,
  )
  resume(
    id: number,
    asked: { readonly rerunCommand?: boolean | undefined } | undefined,
    key: string | undefined,
  ): Promise<AcceptedInstall> {
    const rerunCommand = asked?.rerunCommand === true;
    return this.#starts.run(key, ['resume', id, rerunCommand], repeatStart, async (storedKey) => {
      const install = await getInstall(this.#dependencies.store, id);
      const resumed = await prepareResumption(this.#dependencies, install, rerunCommand);
      if (resumed === undefined) throw missingInstall(id);
      return this.#enqueue({ ...resumed.install, key: storedKey }, resumed.open);
    });
  }

  @Requires('run')
  @POST('/{id}/secrets', PathParam('id', int), BodyParam(object({}, String)), Context(AbortSignal))
  async supply(
    id: number,
    secrets: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<AcceptedInstall> {
    const { queue } = this.#dependencies;
    await getInstall(this.#dependencies.store, id);
    const entry = await queue.getAwaitingSecrets(id);
    if (entry === undefined) throw new HttpError('conflict', `Installation ${id} is not waiting for secrets`);
    const job = await supplySecrets(entry, secrets, this.#dependencies, signal);
    const supplied = await queue.supply(id, job);
    if (typeof supplied === 'string') throw toQueueProblem(supplied, entry.path);
    if (!supplied) throw new HttpError('conflict', `Installation ${id} is not waiting for secrets`);
    return RestResponse.accepted(await getInstall(this.#dependencies.store, id));
  }

  @GET('/{id}', PathParam('id', int))
  async read(id: number): Promise<InstallationAnswer> {
    const { store, digests, machines } = this.#dependencies;
    const install = await getInstall(this.#dependencies.store, id);
    const image = await describeImage(install, store, digests, machines);
    return { ...install, configuration: (await store.configuration(id)) ?? '', ...defined({ image }) };
  }

  @GET(
    '/{id}/events',
    { produces: 'text/event-stream' },
    PathParam('id', int),
    HeaderParam('Last-Event-ID', optional(int)),
    Context(HttpRequest),
  )
  async events(
    id: number,
    after: number | undefined,
    request: HttpRequest,
  ): Promise<EventStream | undefined> {
    const install = await getInstall(this.#dependencies.store, id);
    const last = after ?? 0;
    // An EventSource does not reconnect after a 204.
    if (hasEnded(install) && last >= (await this.#dependencies.store.lastNumber(id))) return undefined;
    return this.#dependencies.streams.stream(id, last, request);
  }

  @Requires('run')
  @POST('/{id}/cancel', PathParam('id', int))
  async cancel(id: number): Promise<AcceptedInstall> {
    await getInstall(this.#dependencies.store, id);
    if (!(await this.#dependencies.queue.cancel(id)))
      throw new HttpError('conflict', `Installation ${id} has already ended`);
    return RestResponse.accepted(await getInstall(this.#dependencies.store, id));
  }

  async #enqueue(
    install: Omit<NewInstall, 'created'>,
    job: JobWithSecrets,
    ended?: number,
  ): Promise<AcceptedInstall> {
    const { queue, now } = this.#dependencies;
    const added = await queue.add({ ...install, created: now().toISOString() }, job, ended);
    if (typeof added === 'string') throw toQueueProblem(added, install.target);
    return acceptedResponse(added);
  }
}

function toQueueProblem(reason: QueueRefusal, name: string): HttpError {
  switch (reason) {
    case 'target-taken':
      return new HttpError('conflict', `Another installation onto ${name} is already running or waiting`);
    case 'full':
      return new HttpError('too-many-requests', {
        detail: 'Too many installations are waiting; try again after one has ended',
        headers: { 'retry-after': '60' },
      });
    case 'not-sealed':
      throw problem('secrets-refused', {
        detail:
          'The installation needs secrets that cannot be hashed; start all servers and workers with the same WRIT_SEAL_KEY_FILE, so that these secrets can be sealed for a worker',
      });
    case 'closing':
      return new HttpError('unavailable', 'The service is shutting down');
  }
}

function acceptedResponse(install: Install): AcceptedInstall {
  return RestResponse.accepted(install).header('location', `/api/installs/${install.id}`);
}

function repeatStart(install: Install): AcceptedInstall {
  return acceptedResponse(install).header('idempotent-replayed', 'true');
}

function formatJson(text: string): string {
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
