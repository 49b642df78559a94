import { expect, it } from 'vitest';
import { REPORT_PAUSE, SILENCE, WATCH_LIMIT } from './install-worker.ts';
import { HEARTBEAT, SUPERVISION } from './job-queue.ts';

it('the limits let another worker of the host continue an installation within 30 s of the end of its worker', () => {
  // The job is delivered again, and the new worker finds the earlier one silent and watches it.
  const delivered = HEARTBEAT + SUPERVISION;
  const silent = SILENCE + REPORT_PAUSE / 1_000;
  expect(Math.max(delivered, silent) + WATCH_LIMIT / 1_000).toBeLessThan(30);
});
