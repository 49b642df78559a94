import { expect, it } from 'vitest';
import { minimalConfiguration } from '../plan/testing.ts';
import { planInstallation } from './prepare-plan.ts';

it.each([
  [false, 'done', 'warning'],
  [true, 'refused', 'error'],
] as const)('with strict %s, a warning about the target results in %s', async (strict, outcome, severity) => {
  const luks = { '!passphrase': 'canary passphrase' };
  const text = JSON.stringify({ ...minimalConfiguration, 'x-writ': { disk: { luks } } });
  const result = await planInstallation({
    config: { file: 'config.json', text },
    targets: ['disk.img'],
    strict,
  });
  expect(result.outcome).toBe(outcome);
  expect(result.plan === undefined).toBe(strict);
  expect(result.findings).toContainEqual(expect.objectContaining({ rule: 'shared-volume-key', severity }));
});

it.each([
  [false, 'done'],
  [true, 'findings'],
] as const)('with strict %s, a warning about a profile definition results in %s', async (strict, outcome) => {
  const result = await planInstallation({
    config: {
      file: 'config.json',
      text: JSON.stringify({ ...minimalConfiguration, profile: { path: 'own.json' } }),
    },
    profile: { file: 'own.json', text: '{ "packages": ["git"], "note": 1 }' },
    targets: ['disk.img'],
    strict,
  });
  expect([result.outcome, result.findings.some(({ rule }) => rule === 'unknown-key')]).toEqual([
    outcome,
    true,
  ]);
});
