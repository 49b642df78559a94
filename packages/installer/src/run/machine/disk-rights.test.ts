import { expect, it } from 'vitest';
import { install } from '../install.ts';
import type { InstallRequest } from '../request.ts';
import { laptopDisk, laptopRequest } from './testing.ts';
import { checkDiskRights } from './disk-rights.ts';

const request: InstallRequest = { ...laptopRequest, dryRun: true };

it('only an installation to a disk requires root; creating an image does not', async () => {
  const disk = (await install({ ...request, targets: [laptopDisk] })).plan!;
  const image = (await install({ ...request, targets: ['disk.img'] })).plan!;
  expect(checkDiskRights(disk, false)).toMatchObject([
    { rule: 'not-root', message: 'writing to /dev/nvme0n1 requires root', hint: 'run the command with sudo' },
  ]);
  expect([checkDiskRights(disk, true), checkDiskRights(image, false)]).toEqual([[], []]);
});
