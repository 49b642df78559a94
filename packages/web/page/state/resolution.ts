import { batch, signal, type Signal } from '@preact/signals';
import type { PackageSource, PlanAnswer, ResolutionAnswer, ResolvedPackage } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { RetryTimer } from './retry-timer.ts';
import { isAbort, type Session } from './session.ts';

/** Seconds until a failed request is repeated if the service specifies no time. */
const RETRY_PAUSE = 5;
/** Maximum number of seconds until a failed request is repeated. */
const MAX_RETRY_PAUSE = 300;

/** A number of packages, and their download size in bytes. */
export interface PackageTotal {
  readonly count: number;
  readonly download: number;
}

/** The packages that an edit adds to a plan and removes from it, with their dependencies. */
export interface PackageDifference {
  readonly added: PackageTotal;
  readonly removed: PackageTotal;
}

/** The parts of a plan that determine its packages. */
export type ResolvedPlan = Pick<PlanAnswer, 'digest'> & {
  readonly summary: Pick<PlanAnswer['summary'], 'packages'>;
};

interface Request {
  readonly key: string;
  readonly source: PackageSource;
  readonly controller: AbortController;
  readonly result: Promise<Result>;
}

interface Result {
  /** Undefined if the packages could not be resolved. */
  readonly answer?: ResolutionAnswer;
  /** Milliseconds after which a failed request is repeated; undefined if it would fail again. */
  readonly retryIn?: number;
}

/** The packages of the plan with all their dependencies. */
export class Resolution {
  /** The last resolution, until the next one is known; undefined if there is none. */
  readonly answer: Signal<ResolutionAnswer | undefined> = signal<ResolutionAnswer | undefined>(undefined);
  /** Whether `answer` belongs to the last plan. After a failure, there is no answer until a retry or the next plan. */
  readonly state: Signal<'resolving' | 'known' | 'failed'> = signal<'resolving' | 'known' | 'failed'>(
    'resolving',
  );
  /** The difference between the last two plans; undefined until it is known. */
  readonly difference: Signal<PackageDifference | undefined> = signal<PackageDifference | undefined>(
    undefined,
  );
  readonly #session: Session;
  #digest: string | undefined;
  #request: Request | undefined;
  /** The request for the previous plan, which may still be unanswered. */
  #before: Request | undefined;
  readonly #retry = new RetryTimer();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves the packages of a plan, unless they are the same as before. */
  select({ digest, summary: { packages } }: ResolvedPlan, source: PackageSource): void {
    if (digest !== this.#digest) this.difference.value = undefined;
    this.#digest = digest;
    const key = JSON.stringify([packages.toSorted(), source.mirror, source.repository]);
    if (key === this.#request?.key || packages.length === 0) return;
    this.#retry.cancel();
    this.state.value = 'resolving';
    this.#before?.controller.abort();
    this.#before = this.#request;
    this.#send(packages, source, key);
  }

  /** Discards the resolution, because there are no package lists. */
  discard(): void {
    for (const request of [this.#request, this.#before]) request?.controller.abort();
    this.#request = this.#before = undefined;
    this.#retry.cancel();
    batch(() => {
      this.answer.value = this.difference.value = undefined;
      this.state.value = 'resolving';
    });
  }

  /** Requests the resolution of a plan's packages, and shows the response. */
  #send(packages: readonly string[], source: PackageSource, key: string): void {
    const controller = new AbortController();
    const result = this.#resolve(packages, source, controller.signal);
    const request = { key, source, controller, result };
    this.#request = request;
    void this.#show(request, () => this.#send(packages, source, key));
  }

  async #show(request: Request, retry: () => void): Promise<void> {
    const before = this.#before;
    const digest = this.#digest;
    const { answer, retryIn } = await request.result;
    if (request !== this.#request) return;
    batch(() => {
      this.answer.value = answer;
      this.state.value = answer === undefined ? 'failed' : 'known';
    });
    if (answer === undefined) {
      // The next plan is resolved even if it has the same packages.
      this.#request = undefined;
      if (retryIn !== undefined) this.#retry.start(retryIn, retry);
      return;
    }
    if (before?.source !== request.source) return;
    const earlier = (await before.result).answer;
    if (earlier !== undefined && request === this.#request && digest === this.#digest) {
      this.difference.value = comparePackages(earlier.packages, answer.packages);
    }
  }

  async #resolve(packages: readonly string[], source: PackageSource, replaced: AbortSignal): Promise<Result> {
    const body = { packages: [...packages], ...source };
    try {
      return { answer: await dataOf(service().POST('/api/resolve', { body, signal: replaced })) };
    } catch (error) {
      // The plan does not depend on the sizes of its packages, so there is no message about a failure.
      if (isAbort(error)) return {};
      if (error instanceof Problem && error.status === 401) this.#session.close();
      if (error instanceof Problem && error.status < 500) return {};
      const seconds = (error instanceof Problem ? error.retryAfter : undefined) ?? RETRY_PAUSE;
      return { retryIn: Math.min(seconds, MAX_RETRY_PAUSE) * 1_000 };
    }
  }
}

function comparePackages(
  before: readonly ResolvedPackage[],
  after: readonly ResolvedPackage[],
): PackageDifference {
  const totalWithout = (
    these: readonly ResolvedPackage[],
    others: readonly ResolvedPackage[],
  ): PackageTotal => {
    const known = new Set(others.map(({ name }) => name));
    const rest = these.filter(({ name }) => !known.has(name));
    return { count: rest.length, download: rest.reduce((sum, { size }) => sum + size, 0) };
  };
  return { added: totalWithout(after, before), removed: totalWithout(before, after) };
}
