import type { Disk, Facts } from '@writ/installer';

/** Returns a disk with this path. */
export function testDisk(path: string, properties: Partial<Disk> = {}): Disk {
  return {
    path,
    links: [],
    size: 2 ** 31,
    readOnly: false,
    signatures: [],
    mountPoints: [],
    swap: false,
    holders: [],
    loops: [],
    pools: [],
    kind: 'disk',
    sectorSize: 512,
    physicalSectorSize: 512,
    removable: false,
    partitions: [],
    ...properties,
  };
}

/** Returns a disk whose only file system has a label. */
export function labelledDisk(path: string, label: string): Disk {
  return testDisk(path, { signatures: [{ type: 'vfat', label }] });
}

/** Returns the facts of a machine with these disks. */
export function testFacts(disks: readonly Disk[]): Facts {
  return {
    version: 1,
    architecture: 'x86_64',
    firmware: 'uefi',
    cpuVendor: 'GenuineIntel',
    cpuModel: '',
    memory: 2 ** 31,
    soundModules: [],
    liveMedium: { system: 'debian-live', disk: '/dev/sr0' },
    disks,
    unseen: [],
  };
}
