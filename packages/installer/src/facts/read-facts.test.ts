import { describe, expect, it } from 'vitest';
import { machines, type MachineName } from './fake-machines/machines.ts';
import type { Disk, Facts } from './facts.ts';
import { parseLsblk, type ProbedDevice } from './probed-device.ts';
import { readFacts } from './read-facts.ts';
import { fakeMachine, type FakeDisk, type FakeMachine } from './testing.ts';

const names = Object.keys(machines) as MachineName[];

async function factsOf(machine: FakeMachine): Promise<Facts> {
  return readFacts({ root: await fakeMachine(machine) });
}

function disk({ disks }: Facts, path: string): Disk | undefined {
  return disks.find((found) => found.path === path);
}

describe('the facts of a machine', () => {
  it.each(names)('match the recorded facts: %s', async (name) => {
    const text = `${JSON.stringify(await factsOf(machines[name]), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../fixtures/machines/${name}.json`);
  });

  it('are equal when read twice', async () => {
    expect(await factsOf(machines['in-use'])).toEqual(await factsOf(machines['in-use']));
  });

  it('list the unreadable parts of the machine', async () => {
    const facts = await factsOf({ disks: [], files: { '/proc/cpuinfo': 'nonsense\n' } });
    expect(facts).toMatchObject({ version: 1, firmware: 'bios', cpuVendor: '', memory: 0, disks: [] });
    expect(facts.unseen).toEqual([
      'the mounts of other processes, which only root may read',
      'the disks, because /sys/block lists none',
    ]);
    expect(facts.unread).toEqual([
      { part: 'mounts', reason: 'requires-root' },
      { part: 'disks', reason: 'none-listed' },
    ]);
  });

  it('can be read on this machine', async () => {
    const facts = await readFacts();
    expect(facts).toMatchObject({ version: 1, architecture: 'x86_64' });
    expect(facts.memory).toBeGreaterThan(1024 ** 2);
  });
});

describe('devices built on other devices', () => {
  it('are followed through all levels to the mount points', async () => {
    const facts = await factsOf(machines['in-use']);
    const lvm = disk(facts, '/dev/sda')?.partitions[2];
    expect(lvm?.holders).toEqual([
      { path: '/dev/dm-0', name: 'vg-root', kind: 'lvm', mountPoints: ['/'], swap: false },
      { path: '/dev/dm-1', name: 'vg-secret', kind: 'lvm', mountPoints: ['/srv'], swap: false },
    ]);
    expect(disk(facts, '/dev/sdb')?.holders).toMatchObject([
      { kind: 'raid', mountPoints: ['/mnt/two words'] },
    ]);
    expect(disk(facts, '/dev/sda')?.partitions[1]?.swap).toBe(true);
    expect(disk(facts, '/dev/sdg')?.partitions[0]?.loops).toEqual(['/dev/loop3']);
    expect(disk(facts, '/dev/sde')?.pools).toMatchObject([{ devices: ['/dev/sdd', '/dev/sde'] }]);
  });

  it('have the names of RAID arrays', async () => {
    const disks = [
      { name: 'sda', number: '8:0', size: 512, holders: ['md127'] },
      { name: 'md127', number: '9:127', size: 512 },
    ];
    const facts = await factsOf({ disks, files: {}, links: { '/dev/md/backup': '../md127' } });
    expect(disk(facts, '/dev/sda')?.holders).toMatchObject([{ kind: 'raid', name: 'backup' }]);
  });

  it('have the names in the map of mdadm if udev has created no links', async () => {
    const disks = [
      { name: 'sda', number: '8:0', size: 512, holders: ['md126', 'md127'] },
      { name: 'md126', number: '9:126', size: 512 },
      { name: 'md127', number: '9:127', size: 0 },
    ];
    const map = [
      'md127 1.2 cbea366b:a036881f:9d8429b0:d7f8bdd6 /dev/md/writ-cbea366b',
      'md126 1.0 c58f692e:c5ed84e1:8f9fdf29:4d83ac6a /dev/md/old',
      '',
    ].join('\n');
    const links = { '/dev/md/backup': '../md126' };
    const facts = await factsOf({ disks, files: { '/run/mdadm/map': map }, links });
    expect(disk(facts, '/dev/sda')?.holders.map(({ name }) => name)).toEqual(['backup', 'writ-cbea366b']);
  });

  it('are followed only once in a cycle', async () => {
    const circle = { name: 'dm-0', number: '253:0', size: 512, holders: ['dm-0'] };
    const facts = await factsOf({ disks: [circle], files: {} });
    expect(disk(facts, '/dev/dm-0')?.holders).toHaveLength(1);
  });
});

describe('disks', () => {
  it('are probed by one call without udev', async () => {
    const root = await fakeMachine({ disks: [], files: { '/sys/block/sda/size': '2048\n' } });
    const lsblk = JSON.stringify({
      blockdevices: [
        { path: '/dev/sda', pttype: 'gpt', model: 'A Model', serial: 'S1', wwn: null, fstype: null },
      ],
    });
    let calls = 0;
    const probe = (): Promise<ReturnType<typeof parseLsblk>> => {
      calls += 1;
      return Promise.resolve(parseLsblk(lsblk));
    };
    const facts = await readFacts({ root, probe });
    expect(disk(facts, '/dev/sda')).toMatchObject({ model: 'A Model', serial: 'S1', table: 'gpt' });
    expect(facts.unseen).not.toContain(
      'the content of the disks, because udev is not running and the disks cannot be read',
    );
    expect(calls).toBe(1);
    expect((await readFacts({ root, probe: () => Promise.resolve(parseLsblk('?')) })).unseen).toContain(
      'the content of the disks, because udev is not running and the disks cannot be read',
    );
  });

  it('are listed as unseen if they could not be probed without udev', async () => {
    const sizes = { '/sys/block/sda/size': '2048\n', '/sys/block/sdb/size': '2048\n' };
    const root = await fakeMachine({ disks: [], files: sizes });
    const probed = new Map<string, ProbedDevice>([
      ['/dev/sda', { read: true }],
      ['/dev/sdb', {}],
    ]);
    const { unseen, unread = [] } = await readFacts({ root, probe: () => Promise.resolve(probed) });
    expect(unread.filter(({ part }) => part === 'contents')).toEqual([
      { part: 'contents', disk: '/dev/sdb', reason: 'unreadable' },
    ]);
    expect(unseen.filter((what) => what.startsWith('the content of '))).toEqual([
      'the content of /dev/sdb, which cannot be read',
    ]);
  });

  it.each([
    ['ext4', true],
    ['nfs4', false],
  ])('contain the inode of the file of a loop device on %s: %s', async (fileSystem, known) => {
    const loop = (number: number, backingFile: string): FakeDisk => ({
      name: `loop${number}`,
      number: `7:${number}`,
      size: 1024,
      backingFile,
    });
    const { disks } = await factsOf({
      disks: [loop(0, '/images/a.raw'), loop(1, '/images/b.raw')],
      files: {
        '/images/a.raw': 'content',
        '/proc/self/mountinfo': `1 1 8:1 / / rw - ${fileSystem} /dev/sda1 rw\n`,
      },
      links: { '/images/b.raw': 'a.raw' },
    });
    const [first, second] = disks.map(({ backingInode }) => backingInode);
    expect(first !== undefined).toBe(known);
    expect(second).toBe(first);
  });

  it('exclude memory disks, empty drives and hidden devices', async () => {
    const files = { '/sys/block/nvme0c0n1/hidden': '1\n', '/sys/block/nvme0c0n1/size': '2048\n' };
    const disks = [
      { name: 'zram0', number: '252:0', size: 1024 },
      { name: 'ram0', number: '1:0', size: 1024 },
      { name: 'sr0', number: '11:0', size: 0 },
      { name: 'loop0', number: '7:0', size: 1024 },
      { name: 'mmcblk0boot0', number: '179:8', size: 1024 },
    ];
    expect((await factsOf({ disks, files })).disks).toEqual([]);
  });
});

describe('a virtual machine', () => {
  it.each([
    ['QEMU', 'Standard PC', true, 'qemu'],
    ['KVM', '', true, 'kvm'],
    ['innotek GmbH', 'VirtualBox', true, 'oracle'],
    ['VMware, Inc.', 'VMware Virtual Platform', true, 'vmware'],
    ['Microsoft Corporation', 'Virtual Machine', true, 'microsoft'],
    ['Microsoft Corporation', 'Surface Pro', false, undefined],
    ['Amazon EC2', 'c5.large', true, 'amazon'],
    ['Amazon EC2', 'c5.metal', false, undefined],
    ['Unheard of', '', true, 'other'],
    ['LENOVO', '21CB', false, undefined],
  ])('is recognized by vendor %s and product %s', async (vendor, product, hypervisor, expected) => {
    const facts = await factsOf({
      disks: [],
      files: {
        '/sys/class/dmi/id/sys_vendor': `${vendor}\n`,
        '/sys/class/dmi/id/product_name': `${product}\n`,
        '/proc/cpuinfo': `flags\t\t: fpu${hypervisor ? ' hypervisor' : ''} sse\n`,
      },
    });
    expect(facts.virtualMachine).toBe(expected);
  });
});
