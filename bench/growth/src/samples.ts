import type { Series } from '../../shared/chart.ts';
import { pointOf } from '../../shared/growth.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import type { Rounds } from './part.ts';

/** The figures of one measurement, by name. Undefined figures are left out. */
export type Figures = Readonly<Record<string, number | undefined>>;

/** The figures of all subjects, sizes and rounds. */
export class Samples {
  readonly #figures = new Map<string, Map<number, Figures[]>>();

  add(subject: string, size: number, figures: Figures): void {
    const sizes = this.#figures.get(subject) ?? new Map<number, Figures[]>();
    this.#figures.set(subject, sizes);
    sizes.set(size, [...(sizes.get(size) ?? []), figures]);
  }

  /** The medians and quartiles of one figure. Subjects without the figure are left out. */
  series(figure: string): Series[] {
    return [...this.#figures].flatMap(([name, sizes]) => {
      const points = [...sizes].flatMap(([size, samples]) => {
        const values = samples.map((figures) => figures[figure]).filter((value) => value !== undefined);
        return values.length === 0 ? [] : [pointOf(size, values)];
      });
      return points.length === 0 ? [] : [{ name, points }];
    });
  }
}

/**
 * Measures every subject with every size, round by round. Each round starts with a different subject, so that other
 * work on the machine affects all subjects alike.
 */
export async function sample(
  names: readonly string[],
  { sizes, rounds, subjects: maximum = names.length }: Rounds,
  measure: (subject: string, size: number) => Promise<Figures> | Figures,
): Promise<Samples> {
  const subjects = names.slice(0, maximum);
  const samples = new Samples();
  for (const round of roundsInTime(rounds)) {
    for (const size of sizes) {
      for (let turn = 0; turn < subjects.length; turn += 1) {
        const subject = subjects[(round + turn) % subjects.length]!;
        samples.add(subject, size, await measure(subject, size));
      }
    }
  }
  return samples;
}
