import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GIB } from '../../plan/layout.ts';
import { systemLayout } from '../../plan/system-layout.ts';
import type { FileSystem, PlannedTarget } from '../../plan/plan.ts';
import { temporaryFolder } from '../testing.ts';
import { checkKernel } from './kernel.ts';

const layout = systemLayout({ size: 8 * GIB }, 'uefi', 'seed');
const target: PlannedTarget = { kind: 'device', path: '/dev/sda', identity: '', layout };
const onlyExt4 = (kind: string): Promise<boolean> => Promise.resolve(kind === 'ext4');

it('the kernel must be able to mount the file systems of the disk', async () => {
  expect(await checkKernel({ target }, onlyExt4, await temporaryFolder())).toMatchObject([
    {
      rule: 'kernel-lacks',
      message: "this machine's kernel cannot mount vfat",
      hint: 'boot the machine from another system',
    },
  ]);
  expect(await checkKernel({ target }, () => Promise.resolve(true))).toEqual([]);
  expect(await checkKernel({ target: { ...target, kind: 'image' } }, onlyExt4)).toEqual([]);
  // An XFS file system of an image is mounted while it is filled.
  const disk = { fileSystem: { kind: 'xfs' } } as const;
  const xfs = systemLayout({ size: 8 * GIB }, 'uefi', 'seed', { disk });
  expect(await checkKernel({ target: { ...target, kind: 'image', layout: xfs } }, onlyExt4)).toMatchObject([
    { message: "this machine's kernel cannot mount xfs" },
  ]);
});

it('the kernel must be able to open the encrypted partitions of a disk', async () => {
  const disk = { luks: { passphrase: { kind: 'missing', name: 'disk' } } } as const;
  const encrypted = { ...target, layout: systemLayout({ size: 8 * GIB }, 'uefi', 'seed', { disk }) };
  const all = (): Promise<boolean> => Promise.resolve(true);
  const check = (kind: 'device' | 'image', encrypts: boolean): ReturnType<typeof checkKernel> =>
    checkKernel({ target: { ...encrypted, kind } }, all, undefined, () => Promise.resolve(encrypts));
  expect(await check('device', false)).toMatchObject([
    { rule: 'kernel-lacks', message: "this machine's kernel cannot open encrypted partitions" },
  ]);
  expect(await check('device', true)).toEqual([]);
  expect(await check('image', false)).toEqual([]);
});

it('the kernel must be able to run the RAID arrays of the disks', async () => {
  const arrays = {
    ...target,
    layout: systemLayout({ size: 8 * GIB }, 'uefi', 'seed', { disk: { raid: 1 } }),
  };
  const all = (): Promise<boolean> => Promise.resolve(true);
  const check = (loads: (module: string) => boolean): ReturnType<typeof checkKernel> =>
    checkKernel({ target: arrays, second: arrays }, all, undefined, (module) =>
      Promise.resolve(loads(module)),
    );
  expect(await check((module) => module !== 'raid1')).toMatchObject([
    { rule: 'kernel-lacks', message: "this machine's kernel cannot run RAID 1 arrays" },
  ]);
  expect(await check(() => true)).toEqual([]);
});

it('the kernel is rejected if its modules are missing after an upgrade', async () => {
  const modules = join(await temporaryFolder(), '6.1.0');
  const [finding] = await checkKernel({ target }, onlyExt4, modules);
  expect(finding?.hint).toBe(
    `reboot the machine: the modules of the running kernel, ${modules}, no longer exist`,
  );
});

it('support for a file system in the kernel is tested with a mount', async () => {
  const partitions = layout.partitions.map((partition) => ({
    ...partition,
    content: { ...partition.content, kind: 'strangefs' as FileSystem['kind'] } as FileSystem,
  }));
  const strange = { ...target, layout: { ...layout, partitions } };
  expect((await checkKernel({ target: strange }))[0]?.message).toContain('cannot mount strangefs');
  const mounted = readFileSync('/proc/self/mounts', 'utf8');
  const kind = mounted
    .split('\n')
    .find((line) => line.split(' ')[1] === '/')
    ?.split(' ')[2];
  const known = partitions.map((partition) => ({
    ...partition,
    content: { ...partition.content, kind: kind as FileSystem['kind'] },
  }));
  expect(await checkKernel({ target: { ...target, layout: { ...layout, partitions: known } } })).toEqual([]);
});
