import { expect, it } from 'vitest';
import { arrangeTimeline } from './timeline-rows.ts';

it('arrangeTimeline arranges steps by stage, as fractions of the time until now', () => {
  const rows = arrangeTimeline(
    [
      { id: 'a', title: 'A', stage: 'disk', weight: 0.1, start: 0, end: 1_000, outcome: 'done' },
      { id: 'b', title: 'B', stage: 'packages', weight: 0.2, start: 500, end: 2_000, outcome: 'failed' },
      { id: 'c', title: 'C', stage: 'packages', weight: 0.3, start: 1_000 },
    ],
    4_000,
  );
  expect(rows).toEqual([
    {
      stage: 'disk',
      milliseconds: 1_000,
      weight: 0.1,
      bars: [{ id: 'a', title: 'A', start: 0, width: 0.25, state: 'good', milliseconds: 1_000 }],
    },
    {
      stage: 'packages',
      milliseconds: 3_500,
      weight: 0.5,
      bars: [
        { id: 'b', title: 'B', start: 0.125, width: 0.375, state: 'bad', milliseconds: 1_500 },
        { id: 'c', title: 'C', start: 0.25, width: 0.75, state: 'now', milliseconds: 3_000 },
      ],
    },
  ]);
});

it('arrangeTimeline accepts an empty list, and steps without a duration', () => {
  expect(arrangeTimeline([], 0)).toEqual([]);
  const [row] = arrangeTimeline([{ id: 'a', title: 'A', stage: 'disk', weight: 1, start: 0, end: 0 }], 0);
  expect(row!.bars[0]).toMatchObject({ start: 0, width: 0 });
});
