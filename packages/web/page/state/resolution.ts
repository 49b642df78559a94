import { signal, type Signal } from '@preact/signals';
import type { ResolutionAnswer } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Milliseconds without a change before the package manager resolves the packages. */
const PAUSE = 500;

/** The packages of the plan with all their dependencies. */
export class Resolution {
  /** The last resolution, until the next one is known; undefined if there is none. */
  readonly answer: Signal<ResolutionAnswer | undefined> = signal<ResolutionAnswer | undefined>(undefined);
  readonly #session: Session;
  /** The packages and the mirror of the last request. */
  #requested = '';
  #resolving = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Resolves packages after a short time without further changes, unless the packages are the same as before.
   *
   * @param mirror the id of a mirror of the service; undefined for the first one with databases
   */
  select(packages: readonly string[], mirror: string | undefined): void {
    const requested = JSON.stringify([packages.toSorted(), mirror]);
    if (requested === this.#requested || packages.length === 0) return;
    this.#requested = requested;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#resolve(packages, mirror), PAUSE);
  }

  async #resolve(packages: readonly string[], mirror: string | undefined): Promise<void> {
    this.#resolving.abort();
    this.#resolving = new AbortController();
    const { signal: replaced } = this.#resolving;
    await this.#session.guard(async () => {
      const body = { packages: [...packages], ...(mirror !== undefined && { mirror }) };
      try {
        const answer = await dataOf(service().POST('/api/resolve', { body, signal: replaced }));
        if (!replaced.aborted) this.answer.value = answer;
      } catch (error) {
        if (replaced.aborted) return;
        this.answer.value = undefined;
        this.#requested = '';
        // Without package lists, nothing is resolved.
        if (!(error instanceof Problem) || error.status === 401) throw error;
      }
    }, true);
  }
}
