import { Context, DELETE, GET, HeaderParam, Path, PathParam, POST } from '@writ/annotations';
import { defined, Semaphore } from '@writ/diagnostics/internal';
import { HttpError, HttpRequest, int, optional, RestResponse, type EventStream } from '@writ/http';
import type { Loss, PlanReview, Review } from '@writ/installer';
import { createRows } from '../batches/create-rows.ts';
import { followBatch, isAtRest } from '../batches/follow-batch.ts';
import { planBatch, type BatchPlan, type BatchPlanDependencies } from '../batches/plan-batch.ts';
import type { Notifier } from '../installs/notifier.ts';
import type { Hasher } from '../jobs/hash-logins.ts';
import type { Seal } from '../jobs/seal.ts';
import { problem, type ProblemCode } from '../problems.ts';
import { Requires } from '../security/requires.ts';
import type { Batch, BatchRow } from '../records/batch.ts';
import { BatchTargetTaken } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import { batchBody, toBatchRequest, toBatchSettings, type BatchBody } from './batch-body.ts';
import type { EventStreams } from './event-streams.ts';
import { optionsOf } from './start-request.ts';
import { withPermit } from './with-permit.ts';
import { toBatchFinding, toTableRefusal, type BatchFinding } from './table-findings.ts';

/** The plan of a row. */
export interface RowPlanAnswer {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  /** The name of the image, or the path of the device. */
  readonly target: string;
  /** Absolute path of the target. */
  readonly path: string;
  /** The machine whose workers run the installation; absent if the service itself runs it. */
  readonly host?: string;
  /** The labels that the workers of the machine have. */
  readonly labels: Readonly<Record<string, string>>;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** The data that would be lost. */
  readonly losses: readonly Loss[];
}

/** The plans of a batch. */
export interface BatchPlanAnswer {
  /** SHA-256 of the batch, in hexadecimal; absent unless every row of the table can be installed. */
  readonly digest?: string;
  /** The number of rows in the table. */
  readonly count: number;
  /** Whether data would be lost; if so, a start requires `overwrite: true`. */
  readonly overwrites: boolean;
  /** The rows that can be installed. */
  readonly rows: readonly RowPlanAnswer[];
  readonly findings: readonly BatchFinding[];
  /** The comparison of the configurations; absent if no row has one. */
  readonly review?: Review;
  /** The comparison of the plans; absent if no row has one. */
  readonly plans?: PlanReview;
}

/** An accepted request that starts or changes a batch; if it starts one, `Location` is its address. */
type AcceptedBatch = RestResponse<Batch, 202>;

export interface BatchesDependencies extends BatchPlanDependencies {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly streams: EventStreams;
  readonly hash: Hasher;
  readonly seal: Seal | undefined;
  /** The host of this server; undefined if the service runs its installations itself. */
  readonly host: string | undefined;
  readonly now: () => Date;
}

/** Maximum number of batches that are planned at the same time; each may hold a body of 8 MiB. */
const PLANNED_LIMIT = 2;
/** Maximum number of losses in the answer to a request without consent. */
const LOSSES_LIMIT = 100;
/** Maximum number of batches in one response. */
const LIST_LIMIT = 100;

/** Plans and runs batches: a template with the rows of a table. */
@Requires('view')
@Path('/api/batches')
export class BatchesApi {
  readonly #dependencies: BatchesDependencies;
  readonly #planned = new Semaphore(PLANNED_LIMIT);

  constructor(dependencies: BatchesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks and plans all rows. Nothing is stored or started. */
  @POST('/plan', batchBody, Context(AbortSignal))
  async plan(asked: BatchBody, signal: AbortSignal): Promise<BatchPlanAnswer> {
    const plan = await this.#plan(asked, signal, false);
    const { digest, count, findings, review, plans } = plan;
    return {
      count,
      overwrites: plan.rows.some(({ losses }) => losses.length > 0),
      rows: plan.rows.map(({ agreed: _agreed, split: _split, ...row }) => row),
      findings: findings.map(toBatchFinding),
      ...defined({ digest, review, plans }),
    };
  }

  /** Starts a batch, whose digest the request confirms. */
  @Requires('run')
  @POST('/', batchBody, Context(AbortSignal))
  async start(asked: BatchBody, signal: AbortSignal): Promise<AcceptedBatch> {
    const settings = toBatchSettings(asked);
    const plan = await this.#plan(asked, signal, true);
    if (plan.digest === undefined) throw toTableRefusal(plan.findings);
    assertBatchConsent({ ...plan, digest: plan.digest }, asked);
    const { store, hash, seal, host, now } = this.#dependencies;
    const rowsFor = await createRows(plan.rows, { options: optionsOf(asked), hash, seal }, signal);
    try {
      const batch = await store.batches.add(
        { ...settings, digest: plan.digest, created: now().toISOString(), host },
        rowsFor,
      );
      return RestResponse.accepted(batch).header('location', `/api/batches/${batch.id}`);
    } catch (error) {
      if (!(error instanceof BatchTargetTaken)) throw error;
      throw new HttpError(
        'conflict',
        `Batch ${error.batch}, which has not ended, installs onto ${error.target}`,
      );
    }
  }

  /** Returns the newest batches. */
  @GET('/')
  list(): Promise<readonly Batch[]> {
    return this.#dependencies.store.batches.list(LIST_LIMIT);
  }

  @GET('/{id}', PathParam('id', int))
  read(id: number): Promise<Batch> {
    return this.#get(id);
  }

  /** Returns the rows in the order of the table. */
  @GET('/{id}/rows', PathParam('id', int))
  async rows(id: number): Promise<readonly BatchRow[]> {
    await this.#get(id);
    return this.#dependencies.store.batches.rows(id);
  }

  /** Streams the changes of the batch and its rows. */
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
    const batch = await this.#get(id);
    const last = after ?? 0;
    // An EventSource does not reconnect after a 204.
    if (isAtRest(batch) && last >= batch.revision) return undefined;
    return this.#dependencies.streams.open(request, (signal) =>
      followBatch(this.#dependencies, id, { after: last, signal }),
    );
  }

  /** Starts no more rows; those that run continue. */
  @Requires('run')
  @POST('/{id}/pause', PathParam('id', int))
  pause(id: number): Promise<AcceptedBatch> {
    return this.#change(id, 'paused', (batches) => batches.pause(id));
  }

  /** Starts rows again. A batch that failures have stopped continues with the other rows. */
  @Requires('run')
  @POST('/{id}/resume', PathParam('id', int))
  resume(id: number): Promise<AcceptedBatch> {
    return this.#change(id, 'resumed', (batches) => batches.resume(id));
  }

  /** Installs the failed rows again; an interrupted installation is resumed if possible. */
  @Requires('run')
  @POST('/{id}/retry', PathParam('id', int))
  retry(id: number): Promise<AcceptedBatch> {
    return this.#change(id, 'retried', (batches) => batches.retry(id));
  }

  /** Cancels the installations that run, and the rows that wait. */
  @Requires('run')
  @POST('/{id}/cancel', PathParam('id', int))
  cancel(id: number): Promise<AcceptedBatch> {
    const time = this.#dependencies.now().toISOString();
    return this.#change(id, 'cancelled', (batches) => batches.cancel(id, time));
  }

  /** Deletes a batch that has ended; its installations remain. */
  @Requires('run')
  @DELETE('/{id}', PathParam('id', int))
  async remove(id: number): Promise<Batch> {
    const batch = await this.#get(id);
    if (!(await this.#dependencies.store.batches.delete(id)))
      throw new HttpError('conflict', `Batch ${id} has not ended; cancel it first`);
    return batch;
  }

  #plan(asked: BatchBody, signal: AbortSignal, split: boolean): Promise<BatchPlan> {
    return withPermit(this.#planned, 'Too many batches are being planned', () =>
      planBatch(toBatchRequest(asked), this.#dependencies, signal, split),
    );
  }

  async #get(id: number): Promise<Batch> {
    const batch = await this.#dependencies.store.batches.get(id);
    if (batch === undefined) throw new HttpError('not-found', `Batch ${id} does not exist`);
    return batch;
  }

  async #change(
    id: number,
    change: string,
    work: (batches: Store['batches']) => Promise<boolean>,
  ): Promise<AcceptedBatch> {
    const { state } = await this.#get(id);
    if (!(await work(this.#dependencies.store.batches)))
      throw new HttpError('conflict', `Batch ${id} cannot be ${change}: its state is ${state}`);
    return RestResponse.accepted(await this.#get(id));
  }
}

/** @throws {HttpError} 409 with the digest of the batch and the data that would be lost */
function assertBatchConsent(
  { rows, digest }: BatchPlan & { readonly digest: string },
  { planSha256, overwrite = false }: BatchBody,
): void {
  const losses = rows.flatMap((row) => row.losses);
  const refuse = (code: ProblemCode, detail: string): HttpError =>
    problem(code, { detail, extensions: { planSha256: digest, losses: losses.slice(0, LOSSES_LIMIT) } });
  if (planSha256 === undefined)
    throw refuse('plan-not-named', `Review the batch, then confirm it with planSha256 ${digest}.`);
  if (planSha256.toLowerCase() !== digest)
    throw refuse('plan-changed', `The batch has changed; review batch ${digest}, then confirm it.`);
  if (losses.length > 0 && !overwrite)
    throw refuse(
      'overwrite-not-agreed',
      `Data would be lost in ${losses.length === 1 ? 'one place' : `${losses.length} places`}; confirm this with overwrite: true.`,
    );
}
