/** Measures the recording or reading of log lines in this process: `measure-log.ts SUBJECT LINES`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_SUBJECTS } from './log-subjects.ts';

const WARM_UP_LINES = 300;

export interface LogFigures {
  /** Milliseconds of this process's processor time. */
  readonly cpu: number;
  /** Elapsed milliseconds. */
  readonly time: number;
  /** The largest resident memory in MB. */
  readonly memory: number;
}

const [subject = '', lines = ''] = process.argv.slice(2);
const prepare = LOG_SUBJECTS[subject]!;
const folder = mkdtempSync(join(tmpdir(), 'writ-growth-'));
try {
  const warmUp = await prepare(join(folder, 'warm-up'), WARM_UP_LINES);
  await warmUp();
  const work = await prepare(join(folder, 'measured'), Number(lines));
  const start = process.cpuUsage();
  const began = performance.now();
  await work();
  const time = performance.now() - began;
  const { user, system } = process.cpuUsage(start);
  const memory = (process.resourceUsage().maxRSS * 1024) / 1e6;
  const figures: LogFigures = { cpu: (user + system) / 1_000, time, memory };
  console.log(JSON.stringify(figures));
} finally {
  rmSync(folder, { recursive: true });
}
