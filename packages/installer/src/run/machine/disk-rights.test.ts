import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { install } from '../install.ts';
import type { InstallRequest } from '../request.ts';
import { judgeRights } from './disk-rights.ts';

const recorded = fileURLToPath(new URL('../../../fixtures/machines/uefi-laptop.json', import.meta.url));
const request: InstallRequest = {
  config: {
    file: 'config.json',
    text: JSON.stringify({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
      '!root-password': 'canary-password',
    }),
  },
  facts: { file: 'laptop.json', text: readFileSync(recorded, 'utf8') },
  dryRun: true,
};

it('only root installs onto a disk, and anybody makes an image', async () => {
  const disk = (await install({ ...request, targets: ['serial=S5GXNX0T123456A'] })).plan!;
  const image = (await install({ ...request, targets: ['disk.img'] })).plan!;
  expect(judgeRights(disk, false)).toMatchObject([
    { rule: 'not-root', message: 'only root may write to /dev/nvme0n1', hint: 'use sudo' },
  ]);
  expect([judgeRights(disk, true), judgeRights(image, false)]).toEqual([[], []]);
});
