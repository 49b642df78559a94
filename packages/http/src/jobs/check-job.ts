import { Cron } from 'croner';
import { unknownOptions, type OptionNames } from '../internal/options.ts';
import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import type { Job } from './job.ts';

const MEMBERS: OptionNames<Job> = { name: true, pattern: true, timeZone: true, run: true, timeout: true };

/** Reports all problems of a job. `index` is its position among the arguments. */
export function checkJob(job: Job, index: number, origin: Origin): readonly Finding[] {
  if (typeof job !== 'object' || job === null) {
    const message = `job ${index + 1} is not an object`;
    return [{ rule: 'job', message, hint: 'write { name, pattern, run }', origin }];
  }
  const { name, pattern, timeZone, run, timeout = 0 } = job;
  const hasName = typeof name === 'string' && name !== '';
  const what = hasName ? `the job ${name}` : `job ${index + 1}`;
  const findings: Finding[] = [];
  const report = (problem: string, hint: string): void =>
    void findings.push({ rule: 'job', message: `${what} ${problem}`, hint, origin });
  if (!hasName) report('has no name', 'add a name, which logs contain');
  if (typeof run !== 'function') report('has no function', 'add run: async (signal) => { … }');
  if (!(timeout >= 0 && Number.isFinite(timeout))) {
    report(`has an invalid timeout: ${timeout}`, 'write a number of milliseconds');
  }
  for (const { name: unknown, hint } of unknownOptions(job, MEMBERS)) {
    report(`has no option ${JSON.stringify(unknown)}`, hint);
  }
  const problem = patternProblem(pattern);
  if (problem !== undefined) {
    report(
      `has the cron pattern ${JSON.stringify(pattern)}, which ${problem}`,
      'write minute, hour, day of the month, month and day of the week, such as 0 3 * * *',
    );
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    report(
      `has an unknown time zone: ${JSON.stringify(timeZone)}`,
      'write the name of a zone, such as Europe/Berlin or UTC',
    );
  }
  return findings;
}

function patternProblem(pattern: string): string | undefined {
  if (typeof pattern !== 'string') return 'is not a string';
  const fields = pattern.trim().split(/\s+/).length;
  // Croner also accepts dates and years. Nicknames, such as @daily, have one field.
  if (!pattern.startsWith('@') && fields !== 5 && fields !== 6) {
    return `has ${fields} ${fields === 1 ? 'field' : 'fields'} instead of 5 or 6`;
  }
  try {
    const cron = new Cron(pattern, { paused: true, timezone: 'UTC' });
    return cron.nextRun() === null ? 'never occurs' : undefined;
  } catch (error) {
    return `is invalid: ${(error as Error).message.replace(/^Cron\w+: /, '')}`;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
