import type { TimelineAnswer } from '../api/answers.ts';

/** A stage of the installation, such as `packages`. */
export interface Stage {
  readonly name: string;
  readonly state: 'waiting' | 'now' | 'good' | 'bad';
  /** Share of the whole work, from 0 to 1; undefined if the plan is unknown. */
  readonly share?: number | undefined;
}

/** The part of a step that determines the state of its stage. */
export interface StageStep {
  readonly stage: string;
  readonly state: Exclude<Stage['state'], 'waiting'>;
}

/** The parts of an installation that determine the state of a stage without steps. */
interface RunFacts {
  readonly isComplete: boolean;
  /** Whether it continues an earlier installation, whose complete stages it does not repeat. */
  readonly isResumed: boolean;
}

/** Lists the stages of the plan in their order, and other stages where their steps started. */
export function listStages(
  planned: TimelineAnswer['stages'],
  steps: readonly StageStep[],
  { isComplete, isResumed }: RunFacts,
): Stage[] {
  const started = Map.groupBy(steps, ({ stage }) => stage);
  const shares = new Map(planned.map(({ stage, share }) => [stage, share]));
  const names = [...shares.keys()];
  let before: string | undefined;
  for (const name of started.keys()) {
    if (!shares.has(name)) names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
    before = name;
  }
  // A resumed installation repeats the preflight.
  const last = names.findLastIndex((name) => name !== 'preflight' && started.has(name));
  return names.map((name, index) => {
    const members = started.get(name);
    const isSkipped = isComplete || (isResumed && index < last);
    const state = members === undefined ? (isSkipped ? 'good' : 'waiting') : stateOf(members);
    return { name, state, share: shares.get(name) };
  });
}

function stateOf(steps: readonly StageStep[]): StageStep['state'] {
  const has = (wanted: StageStep['state']): boolean => steps.some(({ state }) => state === wanted);
  if (has('bad')) return 'bad';
  return has('now') ? 'now' : 'good';
}
