import { expect, it } from 'vitest';
import { renderPlan } from '../render.ts';
import { planFor } from '../testing.ts';

it('what looks like a secret in a command is hidden where people read, and run as it stands', async () => {
  const text = 'git clone https://ada:planted@git.example/x';
  const { plan } = await planFor({
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Here: ['https://mirror.example/$repo/os/$arch'] },
    '!root-password': 'plain',
    'custom-commands': [text],
  });
  if (plan === undefined) throw new Error('nothing was planned');
  expect(renderPlan(plan)).not.toContain('planted');
  expect(plan.operations.map(({ title }) => title).join('\n')).not.toContain('planted');
  expect(plan.operations.flatMap(({ commands }) => commands.map(({ argv }) => argv.at(-1)))).toContain(text);
});
