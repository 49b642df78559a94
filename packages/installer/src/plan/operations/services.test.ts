import { expect, it } from 'vitest';
import { renderPlan } from '../render-plan.ts';
import { collectSecrets } from '../secrets.ts';
import { checkConfiguration } from '../../config/check.ts';
import { planFor } from '../testing.ts';
import { runCustomCommand } from './services.ts';

const configured = (commands: readonly unknown[]): Record<string, unknown> => ({
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Here: ['https://mirror.example/$repo/os/$arch'] },
  '!root-password': 'planted-word',
  'custom-commands': commands,
});

it.each([
  ['an address with a login', 'git clone https://ada:planted@git.example/x'],
  ['a hash', `usermod -p '$6$planted$${'x'.repeat(86)}' ada`],
  ["the configuration's own password", 'echo root:planted-word | chpasswd'],
  ["the configuration's own password in different quotes", `echo root:"planted"\\''-word | chpasswd`],
])('a command that contains %s is a secret in text and JSON plans', async (_what, text) => {
  const { plan } = await planFor(configured(['true', text]));
  if (plan === undefined) throw new Error('nothing was planned');
  expect(renderPlan(plan) + renderPlan(plan, 'json')).not.toContain('planted');
  const command = plan.operations.find(({ id }) => id === 'command-2');
  expect(command?.secrets).toEqual(['custom command 2']);
  expect(command?.commands.flatMap(({ argv }) => argv).join(' ')).not.toContain('planted');
  const { settings } = checkConfiguration({
    config: { file: 'c.json', text: JSON.stringify(configured(['true', text])) },
  });
  expect(collectSecrets(settings!).given.get('custom command 2')?.reveal()).toBe(text);
});

it('a command that refers to a secret is planned like a command that contains it', async () => {
  const { plan: given } = await planFor(configured(['echo root:planted-word | chpasswd']));
  const { plan: named } = await planFor(configured([{ $secret: 'it' }]));
  expect(named?.digest).toBe(given?.digest);
  expect(named?.digest).toMatch(/^[0-9a-f]{64}$/);
});

it('a command without secrets is planned unchanged', async () => {
  const { plan } = await planFor(configured(['echo $HOME > /etc/x']));
  const command = plan?.operations.find(({ id }) => id === 'command-1');
  expect(command).toMatchObject({ secrets: [], commands: [{ argv: ['bash', '-c', 'echo $HOME > /etc/x'] }] });
});

it('a custom command has a limit of ten minutes by default', () => {
  expect(runCustomCommand('true', 1).limit).toBe(600);
  expect(runCustomCommand('true', 1, 5).limit).toBe(5);
});
