import { Context, GET, Path, PathParam, QueryParam } from '@writ/annotations';
import { HttpError, int, optional } from '@writ/http';
import { stageShares, type InstallEvent, type Plan, type StageShare } from '@writ/installer';
import { readEarlierDurations } from '../installs/earlier-runs.ts';
import { readLines, searchLines, type LogHits, type LogLine } from '../installs/log-lines.ts';
import {
  estimateRemaining,
  readTimeline,
  type EarlierDurations,
  type TimelineStep,
} from '../installs/timeline.ts';
import { hasEnded } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { getInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

/** A window of a log. */
export interface LogAnswer {
  /** The number of the last line. */
  readonly total: number;
  /** The requested lines; fewer only at the end of the log. Lines that were deleted to make room are skipped. */
  readonly lines: readonly LogLine[];
}

/** The timeline of an installation. */
export interface TimelineAnswer {
  readonly steps: readonly TimelineStep[];
  /** All stages, in the order of the plan; empty if an earlier version of the service stored no plan. */
  readonly stages: readonly StageShare[];
  /** Weighted progress, from 0 to 1. */
  readonly progress: number;
  /** Milliseconds from the start to the end or, before the end, to now; absent before the start. */
  readonly elapsed?: number;
  /**
   * Estimated milliseconds until the end; absent if there is no basis for an estimate, or if the installation is not
   * running.
   */
  readonly remaining?: number;
  /** Absent if there are no complete runs yet. */
  readonly earlier?: EarlierDurations;
}

/** Maximum number of lines in a window. */
const WINDOW_LIMIT = 1_000;
/** Maximum number of hits of a search. */
const HIT_LIMIT = 10_000;

/** The recorded output of installations, in windows of lines, and their timelines. */
@Requires('view')
@Path('/api/installs')
export class Logs {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  @GET(
    '/{id}/log',
    PathParam('id', int),
    QueryParam('from', int).default('1'),
    QueryParam('count', int).default('200'),
  )
  async window(id: number, from: number, count: number): Promise<LogAnswer> {
    await getInstall(this.#store, id);
    assertRange('from', from, 1, Number.MAX_SAFE_INTEGER);
    assertRange('count', count, 0, WINDOW_LIMIT);
    return {
      total: await this.#store.log.lastLine(id),
      lines: await readLines(this.#store.log, id, from, count),
    };
  }

  @GET(
    '/{id}/log/search',
    PathParam('id', int),
    QueryParam('text', optional(String)),
    QueryParam('errors', Boolean).default('false'),
    QueryParam('from', int).default('1'),
    QueryParam('limit', int).default('1000'),
    Context(AbortSignal),
  )
  async search(
    id: number,
    text: string | undefined,
    errorsOnly: boolean,
    from: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<LogHits> {
    await getInstall(this.#store, id);
    assertRange('from', from, 1, Number.MAX_SAFE_INTEGER);
    assertRange('limit', limit, 1, HIT_LIMIT);
    return searchLines(this.#store.log, id, { text: text ?? '', errorsOnly, from, limit }, signal);
  }

  @GET('/{id}/timeline', PathParam('id', int))
  async timeline(id: number): Promise<TimelineAnswer> {
    const install = await getInstall(this.#store, id);
    const { started, ended } = install;
    const progress = install.state === 'done' ? 1 : await this.#readProgress(id);
    const earlier = await readEarlierDurations(this.#store, id);
    const until = ended === undefined ? this.#now().getTime() : Date.parse(ended);
    const elapsed = started === undefined ? undefined : until - Date.parse(started);
    const remaining =
      hasEnded(install) || elapsed === undefined ? undefined : estimateRemaining(progress, elapsed, earlier);
    return {
      steps: await readTimeline(this.#store.log, id),
      stages: await this.#readStages(id),
      progress,
      ...(elapsed !== undefined && { elapsed }),
      ...(remaining !== undefined && { remaining }),
      ...(earlier && { earlier }),
    };
  }

  async #readStages(id: number): Promise<StageShare[]> {
    const plan = await this.#store.document(id, 'plan');
    return plan === undefined ? [] : stageShares((JSON.parse(plan) as Plan).operations);
  }

  async #readProgress(id: number): Promise<number> {
    const event = await this.#store.log.lastProgress(id);
    if (event === undefined) return 0;
    return (JSON.parse(event.data) as InstallEvent & { readonly type: 'progress' }).total;
  }
}

function assertRange(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  const limits = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `from ${least} to ${most}`;
  throw new HttpError('invalid-values', `${name} must be ${limits}`);
}
