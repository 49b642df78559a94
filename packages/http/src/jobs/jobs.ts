/** @module Scheduled jobs: functions that run by cron patterns while a server listens. Requires croner. */
import type { Router } from '../router.ts';
import { captureOrigin } from '../report/origin.ts';
import { toDiagnostic } from '../report/findings.ts';
import { checkJob } from './check-job.ts';
import { ABORT_GRACE, ScheduledJob } from './scheduled-job.ts';
import type { Job } from './job.ts';

export type { Job } from './job.ts';

/** The longest delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Schedules jobs from the router's `ready` phase to its `stop` phase. A job whose previous run has not finished is
 * skipped; skipped runs and errors are logged. When the router stops, it waits for the jobs in progress. Invalid jobs
 * are findings of the router, so `router.build` throws `StartupError` for all of them together. Throws an error if the
 * router has already started.
 */
export function schedule(router: Router, ...jobs: readonly Job[]): void {
  const origin = captureOrigin(schedule);
  const findings = jobs.flatMap((job, index) => checkJob(job, index, origin));
  router.report(...findings.map(toDiagnostic));
  if (findings.length > 0) return;
  const scheduled = jobs.map((job) => new ScheduledJob(job, router.toolkit.logger));
  const limit = Math.max(0, ...scheduled.map(({ timeout }) => timeout));
  const startJobs = (): void => {
    for (const each of scheduled) each.start();
  };
  const stopJobs = (): Promise<unknown> => Promise.all(scheduled.map((each) => each.stop()));
  // Each job has its own time limit, which is shorter than the hook's.
  const timeout = Math.min(limit + 2 * ABORT_GRACE, MAX_DELAY);
  router.hooks.add('ready', startJobs, {}, origin);
  router.hooks.add('stop', stopJobs, { timeout }, origin);
}
