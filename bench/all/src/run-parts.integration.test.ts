import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import type { BenchmarkPart } from './parts.ts';
import { exitStatus, runParts } from './run-parts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-run-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function partOf(name: string, source: string, seconds = 60): BenchmarkPart {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return {
    name,
    title: name,
    script: relative(root, file),
    full: [],
    quick: [],
    seconds: { full: seconds, quick: seconds },
  };
}

const REPORT = `import { writeFileSync } from 'node:fs';
writeFileSync(process.argv.at(-1), JSON.stringify({ tables: [] }));`;

test('the remaining parts run after a failed part, and the exit status is 1', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const results = await runParts(
    [
      partOf('endless', 'setInterval(() => {}, 1_000)', 0.6),
      partOf('failing', 'process.exit(3)'),
      partOf('silent', ''),
      partOf('measuring', REPORT),
    ],
    'quick',
  );
  const outcomes = results.map(({ part, outcome }) => [
    part.title,
    'reason' in outcome ? outcome.reason : outcome.kind,
  ]);
  expect(outcomes).toEqual([
    ['endless', 'it took more than 1 seconds'],
    ['failing', 'it ended with status 3'],
    ['silent', 'it wrote no report'],
    ['measuring', 'measured'],
  ]);
  expect(exitStatus(results)).toBe(1);
  expect(error).toHaveBeenCalledExactlyOnceWith('failed: endless, failing, silent');
  expect(exitStatus(results.filter(({ outcome }) => outcome.kind === 'measured'))).toBe(0);
  vi.restoreAllMocks();
});
