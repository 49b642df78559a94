import { describe, expect, it } from 'vitest';
import { listStages, type Stage } from './stages.ts';

const planned = [
  { stage: 'preflight', share: 0.1 },
  { stage: 'download', share: 0.4 },
  { stage: 'packages', share: 0.3 },
  { stage: 'image', share: 0.2 },
];
const running = { isComplete: false, isResumed: false };
const statesOf = (stages: readonly Stage[]): string[] => stages.map(({ name, state }) => `${name} ${state}`);

describe('the stages of an installation', () => {
  it('are those of the plan from the start, with their shares of the work', () => {
    expect(listStages(planned, [], running)).toEqual(
      planned.map(({ stage, share }) => ({ name: stage, state: 'waiting', share })),
    );
    const stages = listStages(
      planned,
      [
        { stage: 'preflight', state: 'good' },
        { stage: 'download', state: 'good' },
        { stage: 'download', state: 'now' },
      ],
      running,
    );
    expect(statesOf(stages)).toEqual(['preflight good', 'download now', 'packages waiting', 'image waiting']);
  });

  it('include those that the plan lacks, where their steps started', () => {
    const stages = listStages(
      planned,
      [
        { stage: 'prepare', state: 'good' },
        { stage: 'download', state: 'bad' },
        { stage: 'clean-up', state: 'now' },
      ],
      running,
    );
    expect(statesOf(stages)).toEqual([
      'prepare good',
      'preflight waiting',
      'download bad',
      'clean-up now',
      'packages waiting',
      'image waiting',
    ]);
    expect(listStages([], [{ stage: 'disk', state: 'good' }], running)).toEqual([
      { name: 'disk', state: 'good', share: undefined },
    ]);
  });

  it('are done if the installation is complete, or if a resumed installation does not repeat them', () => {
    expect(statesOf(listStages(planned, [], { isComplete: true, isResumed: true }))).toEqual(
      planned.map(({ stage }) => `${stage} good`),
    );
    const resumed = { isComplete: false, isResumed: true };
    const steps = [
      { stage: 'preflight', state: 'good' },
      { stage: 'packages', state: 'now' },
    ] as const;
    expect(statesOf(listStages(planned, steps, resumed))).toEqual([
      'preflight good',
      'download good',
      'packages now',
      'image waiting',
    ]);
    expect(statesOf(listStages(planned, steps.slice(0, 1), resumed))[1]).toBe('download waiting');
  });
});
