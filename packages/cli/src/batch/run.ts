import { readBatchArguments } from './arguments.ts';
import { runCheck } from './check.ts';
import { runPlan } from './plan.ts';

/** `writ batch`: checks or plans all rows of a table, and compares them. */
export async function run(argv: readonly string[]): Promise<number> {
  const batch = await readBatchArguments(argv);
  return batch.action === 'check' ? runCheck(batch) : runPlan(batch);
}
