import { expect, it } from 'vitest';
import { compareDurations } from './compare.ts';
import type { TimelineStep } from './timeline.ts';

function stepOf(id: string, end?: number, outcome: TimelineStep['outcome'] = 'done'): TimelineStep {
  const step = { id, title: id, stage: 'system', weight: 1, start: 10 };
  return end === undefined ? step : { ...step, end, outcome };
}

it('compareDurations returns durations only for completed operations', () => {
  const before = [stepOf('tree', 30), stepOf('fstab', 40, 'failed'), stepOf('hooks')];
  const after = [
    stepOf('tree', 25),
    stepOf('fstab', 15),
    stepOf('hooks', 20, 'skipped'),
    stepOf('users', 11),
  ];
  const changes = compareDurations(before, after).map(({ id, before: one, after: other }) => [
    id,
    one,
    other,
  ]);
  expect(changes).toEqual([
    ['tree', 20, 15],
    ['fstab', undefined, 5],
    ['hooks', undefined, undefined],
    ['users', undefined, 1],
  ]);
});
