import { signal, type Signal } from '@preact/signals';
import type { TimelineAnswer } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The steps of the displayed installation, with their times. */
export class Timeline {
  /** Undefined until it is loaded. */
  readonly answer: Signal<TimelineAnswer | undefined> = signal<TimelineAnswer | undefined>(undefined);
  readonly #session: Session;
  /** The number of the last request, whose response is displayed. */
  #request = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads the timeline. If the request fails, the earlier timeline remains until the next attempt. */
  async load(id: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    await this.#session.guard(async () => {
      try {
        const params = { path: { id } };
        const answer = await dataOf(service().GET('/api/installs/{id}/timeline', { params }));
        if (request === this.#request) this.answer.value = answer;
      } catch (error) {
        if (error instanceof Problem && error.status === 401) throw error;
      }
    }, true);
  }

  /** Discards the timeline, because another installation is displayed. */
  discard(): void {
    this.#request += 1;
    this.answer.value = undefined;
  }
}
