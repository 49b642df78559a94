import { GIB, common, cpu, memory, mountFiles, uefi } from './parts.ts';
import { mountLine, type FakeMachine } from '../testing.ts';

/** A virtual machine with a disk that has neither model nor serial number. */
export const qemuUefi: FakeMachine = {
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
};
