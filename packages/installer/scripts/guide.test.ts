import { expect, it } from 'vitest';
import { CONFIG_RULES } from '../src/config/finding-codes.ts';
import { knownKeys } from '../src/config/schema-view.ts';
import { foundFaults } from './guide/faults.ts';
import { foundLater } from './guide/found-later.ts';

it('for each finding of a check, there is a faulty configuration that causes it', () => {
  const caused = new Set(foundFaults().map(({ finding }) => finding.rule));
  // The number of other findings causes this finding, not a key.
  const limitRule = 'too-many-findings';
  const uncaused = Object.entries(CONFIG_RULES).flatMap(([rule, { code }]) =>
    caused.has(rule) || rule === limitRule ? [] : [`${code} ${rule}`],
  );
  expect(uncaused).toEqual([]);
});

it('findings of plans and installations are assigned to existing keys', () => {
  const names = new Set(knownKeys().map(({ path }) => path.join('.')));
  expect(Object.keys(foundLater).filter((key) => !names.has(key))).toEqual([]);
});
