/**
 * Makes property tests use the same cases in every run, so that a failure is due to a change.
 * WRIT_SEED=random varies the cases.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const { testPath = '' } = expect.getState();
const requested = process.env['WRIT_SEED'] ?? '1';

// Load the library only on use, because most files contain no property tests.
if (requested !== 'random' && readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(requested) });
}
