import { posix } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { readDisk } from './block-devices.ts';
import type { Disk, Facts, LiveMedium } from './facts.ts';
import { readHardware } from './hardware.ts';
import { networkFilesOf } from './network-files.ts';
import type { ProbedDevice } from './probed-device.ts';
import { readOwnMounts } from './mounts.ts';
import { machineTree, type MachineTree } from './machine-tree.ts';
import { readUses, type DeviceUses } from './device-uses.ts';
import { readSystemSettings } from './system-settings.ts';
import { describeUnread, UNREAD, unreadContents, type UnreadPart } from './unread-parts.ts';
import { readVirtualMachine } from './virtual-machine.ts';

export interface FactsSource {
  /** The root folder of the machine's files (default: `/`, which is this machine). */
  readonly root?: string;
  /** Probes the devices. Called only if udev is not available. */
  readonly probe?: () => Promise<ReadonlyMap<string, ProbedDevice>>;
}

/**
 * Reads the facts of a machine from its files and, if udev is not available, from `probe`. Does not require
 * root.
 */
export async function readFacts({ root = '/', probe }: FactsSource = {}): Promise<Facts> {
  const tree = machineTree(root);
  const [cpu, links, uses, mounts, hasUdev] = await Promise.all([
    tree.readText('/proc/cpuinfo'),
    readLinks(tree),
    readUses(tree),
    readOwnMounts(tree),
    tree.listNames('/run/udev/data').then((names) => names.length > 0),
  ]);
  const probed = hasUdev
    ? new Map<string, ProbedDevice>()
    : ((await probe?.()) ?? new Map<string, ProbedDevice>());
  const names = await tree.listNames('/sys/block');
  const found = await Promise.all(names.map((name) => readDisk(name, { tree, uses, mounts, links, probed })));
  const disks = found.filter((disk) => disk !== undefined);
  const bits = Number(await tree.readText('/sys/firmware/efi/fw_platform_size'));
  const virtualMachine = await readVirtualMachine(tree, cpuValue(cpu, 'flags'));
  const liveMedium = await findLiveMedium(tree, uses, disks);
  const [networkFiles, hardware, system] = await Promise.all([
    networkFilesOf(tree),
    readHardware(tree),
    readSystemSettings(tree),
  ]);
  const unread = findUnread(disks, uses, hasUdev, probed);
  return {
    version: 1,
    architecture:
      (await tree.readText('/proc/sys/kernel/arch')) ?? (process.arch === 'x64' ? 'x86_64' : process.arch),
    firmware: (await tree.exists('/sys/firmware/efi')) ? 'uefi' : 'bios',
    ...(bits === 32 || bits === 64 ? { firmwareBits: bits } : {}),
    cpuVendor: cpuValue(cpu, 'vendor_id'),
    cpuModel: cpuValue(cpu, 'model name'),
    ...defined({ virtualMachine }),
    memory:
      Number(/^MemTotal:\s+(\d+) kB$/m.exec((await tree.readText('/proc/meminfo')) ?? '')?.[1] ?? 0) * 1024,
    soundModules: await readSoundModules(tree),
    ...defined({ liveMedium }),
    ...(networkFiles.length === 0 ? {} : { networkFiles }),
    hardware,
    ...(Object.keys(system).length === 0 ? {} : { system }),
    disks,
    unseen: unread.map(describeUnread),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function cpuValue(cpu: string | undefined, name: string): string {
  return new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(cpu ?? '')?.[1]?.trim() ?? '';
}

/** Reads symbolic links such as `/dev/disk/by-id/…`, grouped by target. */
async function readLinks(tree: MachineTree): Promise<Map<string, string[]>> {
  const links = new Map<string, string[]>();
  for (const by of await tree.listNames('/dev/disk')) {
    for (const name of await tree.listNames(`/dev/disk/${by}`)) {
      const path = `/dev/disk/${by}/${name}`;
      const to = await tree.readLink(path);
      if (to === undefined) continue;
      const end = posix.resolve(posix.dirname(path), to);
      links.set(end, [...(links.get(end) ?? []), path]);
    }
  }
  return links;
}

async function readSoundModules(tree: MachineTree): Promise<string[]> {
  const lines = ((await tree.readText('/proc/modules')) ?? '').split('\n');
  return lines.flatMap((line) => /^snd_\w+/.exec(line)?.[0] ?? []).toSorted();
}

const liveSystems: readonly (readonly [mark: string, mountPoint: string, system: string])[] = [
  ['/run/archiso', '/run/archiso/bootmnt', 'archiso'],
  ['/run/live', '/run/live/medium', 'debian-live'],
  ['/run/initramfs/live', '/run/initramfs/live', 'dracut-live'],
];

async function findLiveMedium(
  tree: MachineTree,
  { mounts }: DeviceUses,
  disks: readonly Disk[],
): Promise<LiveMedium | undefined> {
  for (const [mark, mountPoint, system] of liveSystems) {
    const mounted = mounts.some((mount) => mount.mountPoint === mountPoint);
    if (!mounted && !(await tree.exists(mark))) continue;
    const disk = disks.find(({ kind, partitions, mountPoints }) =>
      kind === 'loop'
        ? false
        : [mountPoints, ...partitions.map((part) => part.mountPoints)].flat().includes(mountPoint),
    );
    return { system, ...defined({ disk: disk?.path }) };
  }
  return undefined;
}

function findUnread(
  disks: readonly Disk[],
  { complete }: DeviceUses,
  hasUdev: boolean,
  probed: ReadonlyMap<string, ProbedDevice>,
): readonly UnreadPart[] {
  const parts: UnreadPart[] = [];
  if (!complete) parts.push(UNREAD.mounts);
  if (disks.length === 0) parts.push(UNREAD.disks);
  if (hasUdev || disks.length === 0) return parts;
  if (![...probed.values()].some(isSeen)) return [...parts, UNREAD.contents];
  const unread = disks.filter(({ path, partitions }) =>
    [path, ...partitions.map((part) => part.path)].every((name) => !isSeen(probed.get(name))),
  );
  return [...parts, ...unread.map(({ path }) => unreadContents(path))];
}

function isSeen({ fileSystem, table, read }: ProbedDevice = {}): boolean {
  return (fileSystem ?? table ?? read) !== undefined;
}
