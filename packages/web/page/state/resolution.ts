import { batch, signal, type Signal } from '@preact/signals';
import type { PackageSource, PlanAnswer, ResolutionAnswer, ResolvedPackage } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

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
  /** Undefined if the packages could not be resolved. */
  readonly answer: Promise<ResolutionAnswer | undefined>;
}

/** The packages of the plan with all their dependencies. */
export class Resolution {
  /** The last resolution, until the next one is known; undefined if there is none. */
  readonly answer: Signal<ResolutionAnswer | undefined> = signal<ResolutionAnswer | undefined>(undefined);
  /** Whether `answer` belongs to the last plan. After a failure, there is no answer until the next plan. */
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

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves the packages of a plan, unless they are the same as before. */
  select({ digest, summary: { packages } }: ResolvedPlan, source: PackageSource): void {
    if (digest !== this.#digest) this.difference.value = undefined;
    this.#digest = digest;
    const key = JSON.stringify([packages.toSorted(), source.mirror, source.repository]);
    if (key === this.#request?.key || packages.length === 0) return;
    this.state.value = 'resolving';
    this.#before?.controller.abort();
    this.#before = this.#request;
    const controller = new AbortController();
    const answer = this.#resolve(packages, source, controller.signal);
    this.#request = { key, source, controller, answer };
    void this.#show(this.#request, this.#before, digest);
  }

  /** Discards the resolution, because there are no package lists. */
  discard(): void {
    for (const request of [this.#request, this.#before]) request?.controller.abort();
    this.#request = this.#before = undefined;
    batch(() => {
      this.answer.value = this.difference.value = undefined;
      this.state.value = 'resolving';
    });
  }

  async #show(request: Request, before: Request | undefined, digest: string): Promise<void> {
    const answer = await request.answer;
    if (request !== this.#request) return;
    batch(() => {
      this.answer.value = answer;
      this.state.value = answer === undefined ? 'failed' : 'known';
    });
    if (answer === undefined) {
      // The next plan is resolved even if it has the same packages.
      this.#request = undefined;
      return;
    }
    if (before?.source !== request.source) return;
    const earlier = await before.answer;
    if (earlier !== undefined && request === this.#request && digest === this.#digest) {
      this.difference.value = comparePackages(earlier.packages, answer.packages);
    }
  }

  #resolve(
    packages: readonly string[],
    source: PackageSource,
    replaced: AbortSignal,
  ): Promise<ResolutionAnswer | undefined> {
    return this.#session.guard(async () => {
      const body = { packages: [...packages], ...source };
      try {
        return await dataOf(service().POST('/api/resolve', { body, signal: replaced }));
      } catch (error) {
        // The plan does not depend on the sizes of its packages.
        if (!(error instanceof Problem) || error.status === 401) throw error;
        return undefined;
      }
    }, true);
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
