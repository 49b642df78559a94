import type { Metric } from '@writ/http/telemetry';

/** Counts durations in seconds by their upper bounds. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds upper bounds in ascending order; durations above the last one are counted as well */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  record(seconds: number): void {
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    this.#counts[bucket === -1 ? this.#bounds.length : bucket]! += 1;
    this.#sum += seconds;
  }

  collect(): Metric {
    let total = 0;
    const buckets = this.#counts.map((count, index) => {
      total += count;
      const le = index === this.#bounds.length ? '+Inf' : String(this.#bounds[index]);
      return { suffix: '_bucket', labels: { le }, value: total } as const;
    });
    const samples = [
      ...buckets,
      { suffix: '_sum', value: this.#sum } as const,
      { suffix: '_count', value: total } as const,
    ];
    return { name: this.#name, type: 'histogram', help: this.#help, samples };
  }
}
