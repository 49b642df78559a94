import { move, type Job } from '../job.ts';

/** `custom_commands`, the name since 3.0.5. */
export function commands(job: Job): void {
  const item = job.get('custom_commands');
  if (item !== undefined) move(job, item, ['custom-commands']);
}
