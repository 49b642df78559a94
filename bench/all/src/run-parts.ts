import { runPart } from './run-part.ts';
import type { BenchmarkPart, Extent } from './parts.ts';
import type { PartResult } from './results.ts';

/**
 * Runs the parts one after the other, and prints their titles. A part that fails does not end the run. Each part may
 * take its own seconds and those that earlier parts have not used, so that the run ends in the sum of all seconds.
 */
export async function runParts(
  parts: readonly BenchmarkPart[],
  extent: Extent,
): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  let end = performance.now();
  for (const part of parts) {
    console.log(`\n${part.title}\n`);
    end += part.seconds[extent] * 1_000;
    const outcome = await runPart(part, part[extent], (end - performance.now()) / 1_000);
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
