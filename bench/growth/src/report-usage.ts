/**
 * Preloaded into a process with `--import`: when the process ends, writes its usage to the file that `USAGE_FILE`
 * names.
 */
import { writeFileSync } from 'node:fs';

/** The usage of a process without its child processes. */
export interface OwnUsage {
  /** Seconds of processor time. */
  readonly cpu: number;
  /** The largest resident memory in MB. */
  readonly memory: number;
}

const file = process.env['USAGE_FILE'];
process.on('exit', () => {
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: OwnUsage = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: (maxRSS * 1024) / 1e6 };
  writeFileSync(file, JSON.stringify(usage));
});
