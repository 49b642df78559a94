import { describe, expect, it } from 'vitest';
import type { Disk, Facts, Holder } from '../facts/facts.ts';
import { machineFixture } from '../plan/testing.ts';
import { chooseTargets } from './choose-targets.ts';
import { checkDevice, lossOfDevice } from './check-device.ts';
import { namesDevice, resolveDevice } from './resolve-device.ts';

const busy = machineFixture('in-use');
const server = machineFixture('bios-server');
const stick = machineFixture('live-usb-4kn');

function pathOf(name: string, facts: Facts): string {
  const found = resolveDevice(name, facts);
  return 'severity' in found ? `${found.rule}: ${found.message}` : found.path;
}

function refusalReasons(path: string, facts: Facts): string[] {
  const disk = resolveDevice(path, facts);
  if ('severity' in disk) return [disk.message];
  return checkDevice(disk, facts).map(({ message }) => message.replace(/^.* is in use: /, ''));
}

describe('namesDevice', () => {
  it.each([
    ['/dev/sda', true],
    ['/dev/disk/by-id/x', true],
    ['serial=A', true],
    ['model=A.img', true],
    ['/dev/shm/disk.img', false],
    ['disk.raw', false],
    ['./serial=A', false],
    ['uuid=A', false],
  ])('decides whether %s is a disk name: %s', (name, expected) => {
    expect(namesDevice(name)).toBe(expected);
  });
});

describe('resolveDevice', () => {
  it.each([
    ['/dev/sdb', '/dev/sdb'],
    ['/dev/disk/by-id/wwn-0x5000c500a1b2c3d5', '/dev/sdb'],
    ['serial=ZC11A0B1', '/dev/sda'],
    ['wwn=5000C500A1B2C3D4', '/dev/sda'],
  ])('resolves %s to the disk %s', (name, path) => {
    expect(pathOf(name, server)).toBe(path);
  });

  it('lists the candidates if several disks match', () => {
    const found = resolveDevice('model=ST4000NM0035-1V4', server);
    expect(found).toMatchObject({
      rule: 'target-ambiguous',
      message: '2 disks have model ST4000NM0035-1V4',
      expected:
        'exactly one of these disks: /dev/sda (ST4000NM0035-1V4, serial ZC11A0B1, 3.6 TiB); /dev/sdb (ST4000NM0035-1V4, serial ZC11A0B2, 3.6 TiB)',
    });
  });

  it.each([
    ['/dev/sdc', 'target-unknown: there is no disk /dev/sdc'],
    ['serial=ZC11A0B3', 'target-unknown: no disk has serial ZC11A0B3'],
    ['serial=', 'target-unknown: serial= has no value'],
    ['wwn= ', 'target-unknown: wwn=  has no value'],
    ['serial=zc11a0b1', 'target-unknown: no disk has serial zc11a0b1'],
  ])('reports that %s matches no disk', (name, expected) => {
    expect(pathOf(name, server)).toBe(expected);
    const found = resolveDevice(name, server);
    expect('severity' in found && found.expected).toContain('one of /dev/sda (');
  });

  it('suggests a similar serial number', () => {
    const found = resolveDevice('serial=ZC11A0C1', server);
    expect('severity' in found && found.hint).toMatch(/^did you mean serial=ZC11A0B[12]\?$/);
  });

  it('does not suggest a similar kernel name', () => {
    const found = resolveDevice('/dev/sdz', server);
    expect('severity' in found && [found.message, found.hint]).toEqual([
      'there is no disk /dev/sdz',
      undefined,
    ]);
  });

  it.each([
    ['/dev/sda1', busy, 'target-kind: /dev/sda1 is a partition of /dev/sda (CT500MX500SSD1)'],
    ['/dev/disk/by-id/ata-CT500MX500SSD1_2013E298798B-part2', busy, 'is a partition of /dev/sda'],
    ['/dev/dm-0', busy, 'target-kind: /dev/dm-0 is a device-mapper device'],
    ['/dev/md0', busy, 'target-kind: /dev/md0 is a RAID array'],
    ['/dev/sr0', machineFixture('virtualbox-bios'), 'target-kind: /dev/sr0 is an optical drive'],
  ])('reports that %s is not a whole disk', (name, facts, expected) => {
    expect(pathOf(name, facts)).toContain(expected);
  });
});

describe('a loop device', () => {
  it('is in use if another loop device is attached to the same file', () => {
    const [sample] = server.disks;
    if (sample === undefined) throw new Error('the machine has no disk');
    const loop = (number: number, backingFile: string): Disk => ({
      ...sample,
      path: `/dev/loop${number}`,
      kind: 'loop',
      backingFile,
    });
    const facts = { ...server, disks: [loop(0, '/a.raw'), loop(1, '/b.raw'), loop(2, '/a.raw')] };
    expect(refusalReasons('/dev/loop0', facts)).toEqual(['/dev/loop2 is attached to the same file']);
    expect(refusalReasons('/dev/loop1', facts)).toEqual([]);
    const linked = facts.disks.map((disk, index) => ({
      ...disk,
      backingInode: ['1:5', '1:5', '2:5'][index]!,
    }));
    expect(refusalReasons('/dev/loop1', { ...facts, disks: linked })).toEqual([
      '/dev/loop0 is attached to the same file',
    ]);
  });
});

describe.each<[what: string, holder: Holder]>([
  [
    'the RAID array',
    { path: '/dev/md127', name: 'writ-0a1b2c3d', kind: 'raid', mountPoints: [], swap: false },
  ],
  [
    'the opened encrypted volume',
    {
      path: '/dev/dm-0',
      name: 'writ-0a1b2c3d-1a2b-3c4d-5e6f-0a1b2c3d4e5f',
      kind: 'encryption',
      mountPoints: [],
      swap: false,
    },
  ],
])('%s of an interrupted installation', (what, holder) => {
  const withHolder = (changes: object): readonly string[] => {
    const [sample] = server.disks;
    const disks = [{ ...sample!, holders: [{ ...holder, ...changes }] }];
    return refusalReasons(sample!.path, { ...server, disks });
  };

  it('does not prevent another installation, unless it is in use', () => {
    expect(withHolder({})).toEqual([]);
    expect(withHolder({ mountPoints: ['/mnt'] })).toEqual([
      `${what} ${holder.name}, mounted at /mnt, is on /dev/sda`,
    ]);
    expect(withHolder({ name: 'writ' })).toEqual([`${what} writ is on /dev/sda`]);
  });
});

describe('a disk in use', () => {
  it.each([
    [
      '/dev/sda',
      [
        'the running system uses /dev/sda1 as /boot',
        '/dev/sda2 is used as swap',
        'the logical volume vg-root, mounted at /, is on /dev/sda3',
        'the logical volume vg-secret, mounted at /srv, is on /dev/sda3',
      ],
    ],
    ['/dev/sdb', ['the RAID array md0, mounted at /mnt/two words, is on /dev/sdb']],
    ['/dev/sdc', ['/dev/sdc is part of the ZFS pool tank']],
    [
      '/dev/sdd',
      [
        '/dev/sdd is mounted at /pool',
        '/dev/sdd is part of a mounted btrfs file system on /dev/sdd, /dev/sde',
      ],
    ],
    ['/dev/sde', ['/dev/sde is part of a mounted btrfs file system on /dev/sdd, /dev/sde']],
    ['/dev/sdf', ['/dev/sdf (Card Reader) is read-only']],
    ['/dev/sdg', ['/dev/loop3 is attached to /dev/sdg1']],
  ])('is refused with every reason: %s', (path, expected) => {
    expect(refusalReasons(path, busy)).toEqual(expected);
  });

  it('may be the live medium from which the system was started', () => {
    // The medium's mounts are not reported, because they cannot be unmounted.
    expect(refusalReasons('/dev/sda', stick)).toEqual(['this system was booted from it']);
    expect(refusalReasons('/dev/nvme0n1', stick)).toEqual([]);
  });

  it('may be part of a btrfs file system on several disks, mounted or not', () => {
    const unmounted: Facts = {
      ...busy,
      disks: busy.disks.map((disk) => ({ ...disk, pools: [], mountPoints: [] })),
    };
    expect(refusalReasons('/dev/sde', unmounted)).toEqual([
      '/dev/sde is part of a btrfs file system on /dev/sdd, /dev/sde',
    ]);
  });

  it('is reported with a hint for each reason', () => {
    const disk = busy.disks.find(({ path }) => path === '/dev/sda')!;
    expect(checkDevice(disk, busy).map(({ hint }) => hint)).toEqual([
      'install from another system, or choose another disk',
      'run swapoff /dev/sda2 first',
      // Volumes on the disk are mounted at / and at /srv.
      'install from another system, or choose another disk',
      'run umount /srv, then run vgchange --activate n',
    ]);
  });
});

describe('the data loss on a disk', () => {
  it('lists the detected content line by line', () => {
    const disk = stick.disks.find(({ path }) => path === '/dev/sda')!;
    expect(lossOfDevice(disk, stick)).toEqual({
      target: '/dev/sda',
      description: expect.stringMatching(
        /^Everything on \/dev\/sda \(Ultra Fit, .*, 16 GiB\) will be lost: partition table dos; /,
      ),
      contents: [
        'partition table dos',
        'iso9660 "ARCH_202611"',
        '/dev/sda1, 1.1 GiB: iso9660 "ARCH_202611"',
        '/dev/sda2, 170 MiB: vfat "ARCHISO_EFI"',
      ],
      answers: ['4C530001110915119394', 'Ultra Fit'],
    });
  });

  it.each([
    'the content of the disks, because udev is not running and the disks cannot be read',
    `the content of ${server.disks[0]?.path}, which cannot be read`,
  ])('is unknown if the disk could not be read: %s', (unseen) => {
    const facts: Facts = { ...server, unseen: [unseen] };
    expect(lossOfDevice(server.disks[0]!, facts).contents).toEqual(['its content could not be read']);
  });
});

describe('two targets', () => {
  const facts = (): Promise<Facts> => Promise.resolve(server);
  const rules = async (...names: string[]): Promise<(string | undefined)[]> =>
    (await chooseTargets(names, { wipe: false, facts })).findings.map(({ rule }) => rule);

  it('must be two disks or two images', async () => {
    expect(await rules('/dev/sda', '/dev/sdb')).toEqual([]);
    expect(await rules('/tmp/writ-a.img', '/tmp/writ-b.img')).toEqual([]);
    expect(await rules('/dev/sda', '/tmp/writ-b.img')).toEqual(['targets-mixed']);
  });

  it('must be different disks, even if their names differ', async () => {
    expect(await rules('/dev/sda', 'serial=ZC11A0B1')).toEqual(['target-twice']);
    expect(await rules('/tmp/writ-a.img', '/tmp/../tmp/writ-a.img')).toEqual(['target-twice']);
  });

  it('do not require facts if both are images', async () => {
    const never = (): Promise<Facts> => Promise.reject(new Error('unexpected call'));
    const choice = await chooseTargets(['/tmp/writ-a.img'], { wipe: false, facts: never });
    expect(choice).not.toHaveProperty('machine');
  });

  it('may be symbolic links to disks', async () => {
    const image = { name: 'mine', path: '/dev/sdb', kind: 'block-device' } as const;
    const observe = (): Promise<any> => Promise.resolve(image);
    const choice = await chooseTargets(['mine'], { wipe: false, facts, observe });
    expect(choice.targets).toMatchObject([{ kind: 'device', disk: { path: '/dev/sdb' } }]);
  });
});
