import { expect, it } from 'vitest';
import { createPlan as planOf } from './create-plan.ts';
import { renderPlan } from './render-plan.ts';
import { sampleFacts, sampleSettings } from './testing.ts';

it('the text form of a plan replaces line breaks in names that were read from a disk', () => {
  const forged = `plan ${'0'.repeat(64)}`;
  const sample = planOf(sampleSettings(), sampleFacts, {});
  const plan = {
    ...sample,
    losses: [{ target: '/dev/sda', description: `The disk (X\n\n${forged}\n) is wiped.` }],
    operations: sample.operations.map((operation) => ({ ...operation, title: `Wipe X\n${forged}` })),
  };
  for (const format of ['text', 'summary'] as const)
    expect(renderPlan(plan, format).split('\n')).not.toContain(forged);
});
