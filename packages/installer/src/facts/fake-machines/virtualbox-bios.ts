import { GIB, MIB, common, cpu, memory, mountFiles } from './parts.ts';
import { mountLine, type FakeMachine } from '../testing.ts';

/** A virtual machine with BIOS firmware, a disk, and the live medium in an optical drive. */
export const virtualboxBios: FakeMachine = {
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
};
