import type { Job } from '../job.ts';

const names: ReadonlySet<string> = new Set([
  '$schema',
  'hostname',
  'kernels',
  'ntp',
  'timezone',
  'packages',
  'services',
  'custom-commands',
  'keyboard-language',
  'sys-language',
  'sys-encoding',
  'uki',
]);

/** Keys that every era means as this format does: their values stay as they are, wrong or not. */
export function kept(job: Job): void {
  for (const item of job.top) {
    if (names.has(item.key) || item.key.startsWith('x-')) job.carry(item);
  }
}
