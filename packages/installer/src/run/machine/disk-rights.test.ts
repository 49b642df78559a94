import { expect, it } from 'vitest';
import { install } from '../install.ts';
import type { InstallRequest } from '../request.ts';
import { laptopDisk, laptopRequest } from './testing.ts';
import { checkDiskRights } from './disk-rights.ts';

const request: InstallRequest = { ...laptopRequest, dryRun: true };

it('only root installs onto a disk, and anybody makes an image', async () => {
  const disk = (await install({ ...request, targets: [laptopDisk] })).plan!;
  const image = (await install({ ...request, targets: ['disk.img'] })).plan!;
  expect(checkDiskRights(disk, false)).toMatchObject([
    { rule: 'not-root', message: 'only root may write to /dev/nvme0n1', hint: 'use sudo' },
  ]);
  expect([checkDiskRights(disk, true), checkDiskRights(image, false)]).toEqual([[], []]);
});
