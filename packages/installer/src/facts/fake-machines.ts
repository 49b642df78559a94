import { mountLine, type FakeMachine } from './testing.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

const esp = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
const linux = '0fc63daf-8483-4772-8e79-3d69d8477de4';

function cpu(vendor: string, model: string, flags = 'fpu sse2'): string {
  return `processor\t: 0\nvendor_id\t: ${vendor}\nmodel name\t: ${model}\nflags\t\t: ${flags}\n`;
}

function memory(gib: number): string {
  return `MemTotal:       ${gib * 1024 * 1024} kB\nMemFree:         1024 kB\n`;
}

function mountFiles(...lines: string[]): Record<string, string> {
  const text = lines.join('\n');
  return { '/proc/self/mountinfo': text, '/proc/1/mountinfo': text };
}

const common = {
  '/proc/sys/kernel/arch': 'x86_64\n',
  '/proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
};

const uefi = { '/sys/firmware/efi/fw_platform_size': '64\n' };

const live = [
  mountLine('0:25', '/', 'overlay', 'airootfs'),
  mountLine('7:0', '/run/archiso/airootfs', 'squashfs', '/dev/loop0'),
];

const squashfs = {
  name: 'loop0',
  number: '7:0',
  size: 820 * MIB,
  readOnly: true,
  backingFile: '/run/archiso/bootmnt/arch/x86_64/airootfs.sfs',
  content: { type: 'squashfs' },
} as const;

/** Those of which a record stands in fixtures/machines. */
export type MachineName =
  | 'uefi-laptop'
  | 'bios-server'
  | 'qemu-uefi'
  | 'virtualbox-bios'
  | 'in-use'
  | 'live-usb-4kn';

/** Machines as their kernels show them; the records in fixtures/machines are read from these. */
export const machines: Readonly<Record<MachineName, FakeMachine>> = {
  /** A new laptop, started from a medium that was copied to memory. */
  'uefi-laptop': {
    disks: [
      squashfs,
      {
        name: 'nvme0n1',
        number: '259:0',
        size: 512_110_190_592,
        model: 'Samsung SSD 980 PRO 512GB',
        serial: 'S5GXNX0T123456A',
        wwn: 'eui.0025385b71b00001',
        ids: ['nvme-Samsung_SSD_980_PRO_512GB_S5GXNX0T123456A', 'nvme-eui.0025385b71b00001'],
        table: 'gpt',
        partitions: [
          {
            start: MIB,
            size: 260 * MIB,
            type: esp,
            uuid: 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001',
            name: 'EFI system partition',
            content: { type: 'vfat', label: 'SYSTEM', uuid: '1C2B-3D4E' },
          },
          {
            start: 261 * MIB,
            size: 488_000 * MIB,
            type: 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7',
            uuid: 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002',
            name: 'Basic data partition',
            content: { type: 'ntfs', label: 'Windows', uuid: '01D9A1B2C3D4E5F6' },
          },
        ],
      },
    ],
    files: {
      ...common,
      ...uefi,
      '/proc/cpuinfo': cpu('GenuineIntel', '12th Gen Intel(R) Core(TM) i7-1260P'),
      '/proc/meminfo': memory(16),
      '/proc/modules':
        'snd_sof_pci_intel_tgl 16384 0 - Live\nsnd_hda_intel 61440 4 - Live\nnvme 57344 4 - Live\n',
      '/sys/class/dmi/id/sys_vendor': 'LENOVO\n',
      '/sys/class/dmi/id/product_name': '21CBCTO1WW\n',
      '/run/archiso/copytoram': 'yes\n',
      '/etc/systemd/network/20-wired.network': '[Match]\n',
      ...mountFiles(...live),
    },
  },
  /** Two disks of one kind, both empty; the live medium is a network's. */
  'bios-server': {
    disks: [
      {
        name: 'sda',
        number: '8:0',
        size: 4_000_787_030_016,
        model: 'ST4000NM0035-1V4',
        serial: 'ZC11A0B1',
        wwn: '0x5000c500a1b2c3d4',
        bus: 'ata',
        ids: ['ata-ST4000NM0035-1V4107_ZC11A0B1', 'wwn-0x5000c500a1b2c3d4'],
      },
      {
        name: 'sdb',
        number: '8:16',
        size: 4_000_787_030_016,
        model: 'ST4000NM0035-1V4',
        serial: 'ZC11A0B2',
        wwn: '0x5000c500a1b2c3d5',
        bus: 'ata',
        ids: ['ata-ST4000NM0035-1V4107_ZC11A0B2', 'wwn-0x5000c500a1b2c3d5'],
      },
    ],
    files: {
      ...common,
      '/proc/cpuinfo': cpu('AuthenticAMD', 'AMD Opteron(tm) Processor 6376'),
      '/proc/meminfo': memory(64),
      '/proc/modules': 'ahci 49152 2 - Live\n',
      '/sys/class/dmi/id/sys_vendor': 'Supermicro\n',
      '/run/archiso/mode': 'http\n',
      ...mountFiles(mountLine('0:25', '/', 'overlay', 'airootfs')),
    },
  },
  /** A virtual disk without any mark of its own. */
  'qemu-uefi': {
    disks: [{ name: 'vda', number: '254:0', size: 20 * GIB }],
    files: {
      ...common,
      ...uefi,
      '/proc/cpuinfo': cpu('GenuineIntel', 'QEMU Virtual CPU version 2.5+', 'fpu sse2 hypervisor'),
      '/proc/meminfo': memory(2),
      '/sys/class/dmi/id/sys_vendor': 'QEMU\n',
      '/sys/class/dmi/id/product_name': 'Standard PC (Q35 + ICH9, 2009)\n',
      '/run/archiso/copytoram': 'yes\n',
      ...mountFiles(mountLine('0:25', '/', 'overlay', 'airootfs')),
    },
  },
  /** Legacy firmware, a disk and the drive with the medium. */
  'virtualbox-bios': {
    disks: [
      {
        name: 'sda',
        number: '8:0',
        size: 25 * GIB,
        model: 'VBOX HARDDISK',
        serial: 'VB1b2c3d4e-5f60718a',
        bus: 'ata',
        ids: ['ata-VBOX_HARDDISK_VB1b2c3d4e-5f60718a'],
      },
      {
        name: 'sr0',
        number: '11:0',
        size: 1200 * MIB,
        removable: true,
        readOnly: true,
        sectorSize: 2048,
        model: 'CD-ROM',
        bus: 'ata',
        content: { type: 'iso9660', label: 'ARCH_202611' },
      },
    ],
    files: {
      ...common,
      '/proc/cpuinfo': cpu('AuthenticAMD', 'AMD Ryzen 7 5800X', 'fpu sse2 hypervisor'),
      '/proc/meminfo': memory(4),
      '/proc/modules': 'snd_intel8x0 49152 0 - Live\n',
      '/sys/class/dmi/id/sys_vendor': 'innotek GmbH\n',
      '/sys/class/dmi/id/product_name': 'VirtualBox\n',
      ...mountFiles(
        mountLine('0:25', '/', 'overlay', 'airootfs'),
        mountLine('11:0', '/run/archiso/bootmnt', 'iso9660', '/dev/sr0'),
      ),
    },
  },
  /** An installed machine at work: nearly every disk is in use, each in another way. */
  'in-use': {
    disks: [
      {
        name: 'sda',
        number: '8:0',
        size: 500 * GIB,
        model: 'CT500MX500SSD1',
        serial: '2013E298798B',
        bus: 'ata',
        ids: ['ata-CT500MX500SSD1_2013E298798B'],
        table: 'gpt',
        partitions: [
          {
            start: MIB,
            size: 512 * MIB,
            type: esp,
            uuid: 'b01c1a52-0001-4c2b-9a51-6d1f5f1f0001',
            content: { type: 'vfat', uuid: 'AAAA-0001' },
          },
          {
            start: 513 * MIB,
            size: 8 * GIB,
            uuid: 'b01c1a52-0002-4c2b-9a51-6d1f5f1f0002',
            content: { type: 'swap', uuid: '11111111-0000-4000-8000-000000000001' },
          },
          {
            start: 8705 * MIB,
            size: 480 * GIB,
            type: linux,
            uuid: 'b01c1a52-0003-4c2b-9a51-6d1f5f1f0003',
            content: { type: 'LVM2_member', uuid: 'a1b2c3-d4e5-f6a7' },
            holders: ['dm-0', 'dm-1'],
          },
        ],
      },
      {
        name: 'sdb',
        number: '8:16',
        size: 2000 * GIB,
        model: 'WDC WD20EFRX-68E',
        serial: 'WD-WCC4M0000001',
        bus: 'ata',
        content: { type: 'linux_raid_member', label: 'host:0', uuid: '22222222-0000-4000-8000-000000000001' },
        holders: ['md0'],
      },
      {
        name: 'sdc',
        number: '8:32',
        size: 2000 * GIB,
        model: 'WDC WD20EFRX-68E',
        serial: 'WD-WCC4M0000002',
        bus: 'ata',
        content: { type: 'zfs_member', label: 'tank', uuid: '33333' },
      },
      {
        name: 'sdd',
        number: '8:48',
        size: 1000 * GIB,
        model: 'HGST HTS721010A9',
        serial: 'JR1000D31AAAAA',
        bus: 'ata',
        content: { type: 'btrfs', label: 'pool', uuid: '44444444-0000-4000-8000-000000000001' },
      },
      {
        name: 'sde',
        number: '8:64',
        size: 1000 * GIB,
        model: 'HGST HTS721010A9',
        serial: 'JR1000D31BBBBB',
        bus: 'ata',
        content: { type: 'btrfs', label: 'pool', uuid: '44444444-0000-4000-8000-000000000001' },
      },
      {
        name: 'sdf',
        number: '8:80',
        size: 64 * GIB,
        readOnly: true,
        removable: true,
        model: 'Card Reader',
        bus: 'usb',
      },
      {
        name: 'sdg',
        number: '8:96',
        size: 100 * GIB,
        model: 'Old Disk',
        serial: 'OLD1',
        bus: 'ata',
        table: 'dos',
        partitions: [
          {
            start: MIB,
            size: 50 * GIB,
            content: { type: 'ext4', label: 'data', uuid: '55555555-0000-4000-8000-000000000001' },
          },
        ],
      },
      {
        name: 'dm-0',
        number: '253:0',
        size: 100 * GIB,
        mapped: { name: 'vg-root', uuid: 'LVM-abcdef' },
        content: { type: 'ext4', uuid: '66666666-0000-4000-8000-000000000001' },
      },
      {
        name: 'dm-1',
        number: '253:1',
        size: 300 * GIB,
        mapped: { name: 'vg-secret', uuid: 'LVM-abcdeg' },
        content: { type: 'crypto_LUKS', uuid: '77777777-0000-4000-8000-000000000001' },
        holders: ['dm-2'],
      },
      {
        name: 'dm-2',
        number: '253:2',
        size: 300 * GIB,
        mapped: { name: 'secret', uuid: 'CRYPT-LUKS2-abc-secret' },
        content: { type: 'xfs', uuid: '88888888-0000-4000-8000-000000000001' },
      },
      {
        name: 'md0',
        number: '9:0',
        size: 2000 * GIB,
        content: { type: 'ext4', uuid: '99999999-0000-4000-8000-000000000001' },
      },
      {
        name: 'loop3',
        number: '7:3',
        size: 50 * GIB,
        backingFile: '/dev/sdg1',
      },
    ],
    files: {
      ...common,
      ...uefi,
      '/proc/swaps': 'Filename\tType\tSize\tUsed\tPriority\n/dev/sda2 partition\t8388604\t0\t-2\n',
      '/proc/cpuinfo': cpu('AuthenticAMD', 'AMD Ryzen 9 3900X'),
      '/proc/meminfo': memory(32),
      '/proc/modules': 'snd_hda_intel 61440 4 - Live\nzfs 4000000 6 - Live\n',
      '/sys/class/dmi/id/sys_vendor': 'ASUS\n',
      '/sys/fs/btrfs/features/skinny_metadata': '1\n',
      '/sys/fs/btrfs/44444444-0000-4000-8000-000000000001/devices/sdd/size': '1\n',
      '/sys/fs/btrfs/44444444-0000-4000-8000-000000000001/devices/sde/size': '1\n',
      ...mountFiles(
        mountLine('253:0', '/', 'ext4', '/dev/mapper/vg-root'),
        mountLine('8:1', '/boot', 'vfat', '/dev/sda1'),
        mountLine('253:2', '/srv', 'xfs', '/dev/mapper/secret'),
        mountLine('9:0', String.raw`/mnt/two\040words`, 'ext4', '/dev/md0'),
        mountLine('0:44', '/pool', 'btrfs', '/dev/sdd'),
      ),
    },
  },
  /** A stick with the live system, and a disk whose sectors have 4096 bytes. */
  'live-usb-4kn': {
    disks: [
      squashfs,
      {
        name: 'sda',
        number: '8:0',
        size: 16 * GIB,
        removable: true,
        model: 'Ultra Fit',
        serial: '4C530001110915119394',
        bus: 'usb',
        ids: ['usb-SanDisk_Ultra_Fit_4C530001110915119394-0:0'],
        table: 'dos',
        content: { type: 'iso9660', label: 'ARCH_202611' },
        partitions: [
          { start: MIB, size: 1100 * MIB, content: { type: 'iso9660', label: 'ARCH_202611' } },
          { start: 1101 * MIB, size: 170 * MIB, content: { type: 'vfat', label: 'ARCHISO_EFI' } },
        ],
      },
      {
        name: 'nvme0n1',
        number: '259:0',
        size: 1_920_383_410_176,
        sectorSize: 4096,
        model: 'INTEL SSDPE2KX020T8',
        serial: 'PHLJ0000001',
        wwn: 'nvme.8086-50484c4a-494e54454c-00000001',
        ids: ['nvme-INTEL_SSDPE2KX020T8_PHLJ0000001'],
      },
    ],
    files: {
      ...common,
      ...uefi,
      '/proc/cpuinfo': cpu('AuthenticAMD', 'AMD Ryzen Threadripper PRO 5955WX'),
      '/proc/meminfo': memory(128),
      '/proc/modules': 'snd_hda_intel 61440 4 - Live\n',
      '/sys/class/dmi/id/sys_vendor': 'LENOVO\n',
      ...mountFiles(...live, mountLine('8:1', '/run/archiso/bootmnt', 'iso9660', '/dev/sda1')),
    },
  },
};
