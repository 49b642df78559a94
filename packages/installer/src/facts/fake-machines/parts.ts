import { mountLine, type FakeDisk } from '../testing.ts';

export const MIB: number = 1024 ** 2;
export const GIB: number = 1024 ** 3;

/** Partition type GUIDs. */
export const esp = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
export const linux = '0fc63daf-8483-4772-8e79-3d69d8477de4';

export function cpu(vendor: string, model: string, flags: string = 'fpu sse2'): string {
  return `processor\t: 0\nvendor_id\t: ${vendor}\nmodel name\t: ${model}\nflags\t\t: ${flags}\n`;
}

export function memory(gib: number): string {
  return `MemTotal:       ${gib * 1024 * 1024} kB\nMemFree:         1024 kB\n`;
}

export function mountFiles(...lines: string[]): Record<string, string> {
  const text = lines.join('\n');
  return { '/proc/self/mountinfo': text, '/proc/1/mountinfo': text };
}

/** The files that all machines have in common. */
export const common: Readonly<Record<string, string>> = {
  '/proc/sys/kernel/arch': 'x86_64\n',
  '/proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
};

export const uefi: Readonly<Record<string, string>> = { '/sys/firmware/efi/fw_platform_size': '64\n' };

/** Returns the path of the file for a variable that the UEFI specification defines. */
export function efiVariable(name: string): string {
  return `/sys/firmware/efi/efivars/${name}-8be4df61-93ca-11d2-aa0d-00e098032b8c`;
}

/** The mounts of a live system. */
export const live: readonly string[] = [
  mountLine('0:25', '/', 'overlay', 'airootfs'),
  mountLine('7:0', '/run/archiso/airootfs', 'squashfs', '/dev/loop0'),
];

/** The loop device of the live system. */
export const squashfs: FakeDisk = {
  name: 'loop0',
  number: '7:0',
  size: 820 * MIB,
  readOnly: true,
  backingFile: '/run/archiso/bootmnt/arch/x86_64/airootfs.sfs',
  content: { type: 'squashfs' },
};
