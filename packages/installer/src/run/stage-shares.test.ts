import { expect, it } from 'vitest';
import { stageShares } from './stage-shares.ts';

it('stageShares lists the preflight and the stages of the plan with their shares of the work', () => {
  expect(
    stageShares([
      { stage: 'download', weight: 10 },
      { stage: 'disk', weight: 40 },
      { stage: 'download', weight: 20 },
    ]),
  ).toEqual([
    { stage: 'preflight', share: 0.3 },
    { stage: 'download', share: 0.3 },
    { stage: 'disk', share: 0.4 },
  ]);
  expect(stageShares([])).toEqual([{ stage: 'preflight', share: 1 }]);
});
