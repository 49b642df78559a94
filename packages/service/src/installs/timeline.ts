import type { InstallEvent } from '@writ/installer';
import type { RecordedLog } from '../store/recorded-log.ts';

/** A step of an installation with its start and end. */
export interface TimelineStep {
  readonly id: string;
  readonly title: string;
  readonly stage: string;
  /** Share of the total progress, relative to the weights of the other steps. */
  readonly weight: number;
  /** Milliseconds after the first event. */
  readonly start: number;
  /** Milliseconds after the first event; absent while the step runs. */
  readonly end?: number;
  readonly outcome?: 'done' | 'skipped' | 'failed' | 'interrupted';
  /** The step that ended last before this one started; absent if none had ended. */
  readonly after?: string;
}

/** Returns the steps of a run, in the order in which they started. The run itself is not one of them. */
export async function readTimeline(log: RecordedLog, id: number): Promise<TimelineStep[]> {
  const events = (await log.steps(id)).map(({ data }) => JSON.parse(data) as InstallEvent);
  const first = Date.parse(events[0]?.time ?? '');
  const steps = new Map<string, TimelineStep>();
  let after: string | undefined;
  for (const event of events) {
    const at = Date.parse(event.time) - first;
    // The run contains all steps and has no parent.
    if (event.type === 'start' && event.parent !== undefined) {
      const { id: step, title, stage, weight } = event;
      steps.set(step, { id: step, title, stage, weight, start: at, ...(after !== undefined && { after }) });
    }
    if (event.type !== 'finish') continue;
    const step = steps.get(event.id);
    if (step === undefined) continue;
    steps.set(event.id, { ...step, end: at, outcome: event.outcome });
    after = event.id;
  }
  return [...steps.values()];
}

/** Durations of earlier runs, in milliseconds. */
export interface EarlierDurations {
  /** The number of runs. */
  readonly runs: number;
  /** The median duration of a run. */
  readonly total: number;
  /** The median duration of each stage, from its first start to its last end. */
  readonly stages: Readonly<Record<string, number>>;
}

/** Summarizes runs, ignoring those without recorded steps; undefined if no others exist. */
export function summarizeDurations(runs: readonly (readonly TimelineStep[])[]): EarlierDurations | undefined {
  const complete = runs.filter((steps) => steps.length > 0);
  if (complete.length === 0) return undefined;
  const stages = new Map<string, number[]>();
  for (const steps of complete) {
    for (const [stage, members] of Map.groupBy(steps, (step) => step.stage))
      stages.set(stage, [...(stages.get(stage) ?? []), durationOf(members)]);
  }
  return {
    runs: complete.length,
    total: median(complete.map(durationOf)),
    stages: Object.fromEntries([...stages].map(([stage, values]) => [stage, median(values)])),
  };
}

function durationOf(steps: readonly TimelineStep[]): number {
  const ends = steps.map(({ start, end }) => end ?? start);
  return Math.max(...ends) - Math.min(...steps.map(({ start }) => start));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The minimum progress at which the pace of a run predicts the remaining time. */
const LEAST_PROGRESS = 0.02;

/**
 * Estimates the milliseconds that remain. With earlier runs, the estimate is initially based on their duration, and
 * increasingly on the run's own pace; without them, only on the run's own pace.
 *
 * @param progress weighted progress, from 0 to 1
 * @returns undefined if there is no basis for an estimate
 */
export function estimateRemaining(
  progress: number,
  elapsed: number,
  earlier: EarlierDurations | undefined,
): number | undefined {
  if (progress >= 1) return 0;
  if (earlier !== undefined) return Math.round((1 - progress) * ((1 - progress) * earlier.total + elapsed));
  return progress < LEAST_PROGRESS ? undefined : Math.round((elapsed * (1 - progress)) / progress);
}
