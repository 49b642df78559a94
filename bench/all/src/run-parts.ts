import { runPart } from './run-part.ts';
import type { BenchmarkPart } from './parts.ts';
import type { PartResult } from './results.ts';

/** Runs the parts one after the other, and prints their titles. A part that fails does not end the run. */
export async function runParts(
  parts: readonly BenchmarkPart[],
  extent: 'full' | 'quick',
): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of parts) {
    console.log(`\n${part.title}\n`);
    const outcome = await runPart(part, part[extent]);
    if (outcome.kind !== 'measured') console.log(`${outcome.kind}: ${outcome.reason}`);
    results.push({ part, outcome });
  }
  return results;
}

/** Returns the exit status of a run: 1 if a part failed. Prints the titles of these parts. */
export function exitStatus(results: readonly PartResult[]): number {
  const failed = results.filter(({ outcome }) => outcome.kind === 'failed');
  if (failed.length === 0) return 0;
  console.error(`failed: ${failed.map(({ part }) => part.title).join(', ')}`);
  return 1;
}
