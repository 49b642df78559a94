import { GIB, MIB, common, cpu, live, memory, mountFiles, squashfs, uefi } from './parts.ts';
import { mountLine, type FakeMachine } from '../testing.ts';

/** A machine with a live system on a USB stick, and a disk with sectors of 4096 bytes. */
export const liveUsb4kn: FakeMachine = {
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
};
