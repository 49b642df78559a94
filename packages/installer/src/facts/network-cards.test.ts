import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readNetworkCards } from './network-cards.ts';

it('readNetworkCards lists hardware with its state, and no virtual interfaces', async () => {
  const root = mkdtempSync(join(tmpdir(), 'writ-network-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (name: string, files: Readonly<Record<string, string>>): void => {
    for (const [file, content] of Object.entries(files)) {
      const path = join(root, 'sys/class/net', name, file);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
    }
  };
  add('lo', { address: '00:00:00:00:00:00\n' });
  add('wlan0', { address: '02:00:00:00:00:02\n', 'device/uevent': 'x', 'wireless/status': '0' });
  add('enp3s0', { address: '02:00:00:00:00:01\n', carrier: '1\n', 'device/uevent': 'x' });
  symlinkSync('../../../bus/pci/drivers/e1000e', join(root, 'sys/class/net/enp3s0/device/driver'));
  expect(await readNetworkCards(root)).toEqual([
    { name: 'enp3s0', address: '02:00:00:00:00:01', wireless: false, connected: true, driver: 'e1000e' },
    { name: 'wlan0', address: '02:00:00:00:00:02', wireless: true },
  ]);
  expect(await readNetworkCards(join(root, 'none'))).toEqual([]);
});
