import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { createPlan } from './create-plan.ts';
import { renderPlan } from './render-plan.ts';
import { collectSecrets } from './secrets.ts';
import { planMinimal, sampleFacts, sampleSettings } from './testing.ts';

const canary = 'canary-5f3a';
const hostCommands = {
  early: ['modprobe dm-mod'],
  error: [
    { kind: 'secret' as const, value: new Secret(`curl -u a:${canary} x`), secrets: [new Secret(canary)] },
  ],
};

it('commands on the installing system are part of the plan, and of its digest', () => {
  const plan = createPlan(sampleSettings({ hostCommands }), sampleFacts, { commandLimit: 7 });
  expect(plan.hostCommands?.early).toMatchObject([
    {
      id: 'early-command-1',
      stage: 'early',
      limit: 7,
      commands: [{ where: 'system', argv: ['bash', '-c', 'modprobe dm-mod'] }],
    },
  ]);
  expect(plan.hostCommands?.error).toMatchObject([
    { title: 'Run error command 1: (secret)', secrets: ['error command 1'] },
  ]);
  expect(plan.requirements.tools.map(({ program }) => program)).toContain('bash');
  // They are run separately, and no other operation depends on them.
  expect(plan.operations.some(({ stage }) => stage === 'early' || stage === 'error')).toBe(false);
  const others = { ...hostCommands, early: ['modprobe dm-crypt'] };
  const changed = createPlan(sampleSettings({ hostCommands: others }), sampleFacts, { commandLimit: 7 });
  expect(changed.digest).not.toBe(plan.digest);
});

it('the plan lists commands on the installing system in its summary, without secrets', () => {
  const plan = createPlan(sampleSettings({ hostCommands }), sampleFacts, {});
  const summary = renderPlan(plan, 'summary');
  expect(summary).toContain('  before the first write  Run early command 1: modprobe dm-mod\n');
  expect(summary).toContain('  after a failure         Run error command 1: (secret)\n');
  const text = renderPlan(plan);
  expect(text).toContain("\n        system  bash -c 'modprobe dm-mod'\n");
  expect(text + renderPlan(plan, 'json')).not.toContain(canary);
});

it('secret commands on the installing system are secrets of the run', () => {
  const { given } = collectSecrets(sampleSettings({ hostCommands }));
  expect(given.get('error command 1')?.reveal()).toContain(canary);
  expect(given.get('secret 1 in the error command 1')?.reveal()).toBe(canary);
});

it('empty lists of commands do not change the plan', async () => {
  const { digest } = await planMinimal({});
  const empty = await planMinimal({ 'x-writ': { commands: { early: [], error: [] } } });
  expect(empty.digest).toBe(digest);
});
