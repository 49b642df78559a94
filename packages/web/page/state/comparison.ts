import { signal, type Signal } from '@preact/signals';
import type { ComparisonAnswer, DurationChange } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** The displayed comparison, or the reason why there is none. */
export type ComparisonState =
  | { readonly kind: 'loading' | 'absent' | 'failed' }
  | { readonly kind: 'compared'; readonly answer: ComparisonAnswer };

/** The durations of a stage in two installations, in milliseconds. */
export interface StageDurations {
  readonly stage: string;
  /** The sum of its operations; absent if none of them was completed. */
  readonly before?: number;
  readonly after?: number;
  readonly operations: readonly DurationChange[];
}

/** The comparison of two installations. */
export class Comparison {
  readonly state: Signal<ComparisonState> = signal<ComparisonState>({ kind: 'loading' });
  readonly #session: Session;
  /** The number of the last request, whose response is displayed. */
  #request = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  async load(a: number, b: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    const show = (state: ComparisonState): void => {
      if (request === this.#request) this.state.value = state;
    };
    show({ kind: 'loading' });
    const loaded = await this.#session.guard(async () => {
      try {
        const query = { a, b };
        const answer = await dataOf(service().GET('/api/installs/compare', { params: { query } }));
        return { kind: 'compared', answer } as const;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
        return { kind: 'absent' } as const;
      }
    });
    show(loaded ?? { kind: 'failed' });
  }
}

/** Adds up the durations of each stage's operations, in the order of the stages. */
export function sumStages(durations: readonly DurationChange[]): StageDurations[] {
  return [...Map.groupBy(durations, ({ stage }) => stage)].map(([stage, operations]) => {
    const sum = (side: 'before' | 'after'): { before?: number; after?: number } => {
      const known = operations.flatMap((operation) => operation[side] ?? []);
      return known.length === 0 ? {} : { [side]: known.reduce((total, each) => total + each, 0) };
    };
    return { stage, ...sum('before'), ...sum('after'), operations };
  });
}
