import type { TimelineStep } from '../../api/answers.ts';

/** A step as a bar; positions are fractions of the whole time, from 0 to 1. */
export interface TimelineBar {
  readonly id: string;
  readonly title: string;
  readonly start: number;
  readonly width: number;
  readonly state: 'now' | 'good' | 'bad';
  readonly milliseconds: number;
}

/** A stage with the bars of its steps. */
export interface TimelineRow {
  readonly stage: string;
  /** The time from the first start to the last end. */
  readonly milliseconds: number;
  /** Share of the total progress. */
  readonly weight: number;
  readonly bars: readonly TimelineBar[];
}

/**
 * Arranges the steps of an installation by stage.
 *
 * @param elapsed milliseconds since the first event; the bars of running steps end there
 */
export function arrangeTimeline(steps: readonly TimelineStep[], elapsed: number): TimelineRow[] {
  const endOf = ({ start, end }: TimelineStep): number => end ?? Math.max(start, elapsed);
  const whole = Math.max(1, ...steps.map(endOf));
  return [...Map.groupBy(steps, ({ stage }) => stage)].map(([stage, members]) => ({
    stage,
    milliseconds: Math.max(...members.map(endOf)) - Math.min(...members.map(({ start }) => start)),
    weight: members.reduce((sum, step) => sum + step.weight, 0),
    bars: members.map((step) => ({
      id: step.id,
      title: step.title,
      start: step.start / whole,
      width: (endOf(step) - step.start) / whole,
      state: stateOf(step),
      milliseconds: endOf(step) - step.start,
    })),
  }));
}

function stateOf({ end, outcome }: TimelineStep): TimelineBar['state'] {
  if (end === undefined) return 'now';
  return outcome === 'done' || outcome === 'skipped' ? 'good' : 'bad';
}
