import type { Choices } from '@writ/installer';
import { expect, it } from 'vitest';
import type { MachineAnswer } from './api/choices.ts';
import { setUp } from './testing/service.ts';

it('GET /api/choices returns the allowed values of keys, and 304 for an unchanged version', async () => {
  const { send } = await setUp();
  const response = await send('/api/choices');
  const choices = response.json() as Choices;
  expect(choices.timezones).toContain('Europe/Berlin');
  expect(choices.bootLoaders.map(({ value }) => value)).toEqual([
    'systemd-bootctl',
    'grub-install',
    'efistub',
  ]);
  // The page loads this response when it opens.
  expect(response.text().length).toBeLessThan(128 * 1024);
  const headers = { 'if-none-match': String(response.headers['etag']) };
  const again = await send({ url: '/api/choices', headers });
  expect([again.status, again.text()]).toEqual([304, '']);
});

it('GET /api/machine returns the disks and network cards of this machine', async () => {
  const { send } = await setUp();
  const response = await send('/api/machine');
  expect(response.status).toBe(200);
  const { disks, networkCards, firmware, memory } = response.json() as MachineAnswer;
  expect(['uefi', 'bios']).toContain(firmware);
  expect(memory).toBeGreaterThan(0);
  for (const { path, size } of disks)
    expect([path, size > 0]).toEqual([expect.stringMatching(/^\/dev\//), true]);
  expect(networkCards.map(({ name }) => name)).not.toContain('lo');
});
