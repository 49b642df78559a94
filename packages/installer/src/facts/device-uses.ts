import { posix } from 'node:path';
import type { BlockDevice, Holder, Pool } from './facts.ts';
import { readMounts, readSwaps, type Mount } from './mounts.ts';
import type { MachineTree } from './machine-tree.ts';

/** The uses of block devices. */
export interface DeviceUses {
  readonly mounts: readonly Mount[];
  /** Whether all mounts of the machine could be read. */
  readonly complete: boolean;
  /** @param number the device number, such as `8:1` */
  of(path: string, number: string): Pick<BlockDevice, 'mountPoints' | 'swap' | 'loops' | 'pools'>;
  /** @param folder the `holders` folder of a device in /sys */
  holdersOf(folder: string): Promise<Holder[]>;
}

/** Maximum depth of nested holders. */
const MAX_DEPTH = 8;
/** A line of mdadm's map: device, metadata version, UUID and path of an array. */
const MAPPED_ARRAY = /^(md\S+) \S+ \S+ \/dev\/md\/(\S+)$/gm;

export async function readUses(tree: MachineTree): Promise<DeviceUses> {
  const [{ mounts, complete }, swaps, loops, pools, arrays] = await Promise.all([
    readMounts(tree),
    readSwaps(tree),
    readLoops(tree),
    readPools(tree),
    readArrayNames(tree),
  ]);
  const mountPointsOf = (path: string, number: string): string[] => {
    const found = mounts.filter((mount) => mount.number === number || mount.source === path);
    return [...new Set(found.map(({ mountPoint }) => mountPoint))].toSorted();
  };
  const holdersOf = async (folder: string, depth = 0): Promise<Holder[]> => {
    if (depth >= MAX_DEPTH) return [];
    const names = await tree.listNames(folder);
    return Promise.all(
      names.map(async (name): Promise<Holder> => {
        const outerHolders = await holdersOf(`/sys/block/${name}/holders`, depth + 1);
        const path = `/dev/${name}`;
        const number = (await tree.readText(`/sys/block/${name}/dev`)) ?? '';
        const label = await tree.readText(`/sys/block/${name}/dm/name`);
        const own = mountPointsOf(path, number);
        const mapped = label === undefined ? [] : mountPointsOf(`/dev/mapper/${label}`, '');
        return {
          path,
          name: label ?? arrays.get(path) ?? name,
          kind: await kindOf(name, tree),
          mountPoints: [
            ...new Set([...own, ...mapped, ...outerHolders.flatMap(({ mountPoints }) => mountPoints)]),
          ].toSorted(),
          swap: swaps.includes(path) || outerHolders.some(({ swap }) => swap),
        };
      }),
    );
  };
  return {
    mounts,
    complete,
    holdersOf,
    of: (path, number) => ({
      mountPoints: mountPointsOf(path, number),
      swap: swaps.includes(path),
      loops: loops.flatMap(({ loop, file }) => (file === path ? [loop] : [])),
      pools: pools.filter(({ devices }) => devices.includes(path)),
    }),
  };
}

async function readLoops(tree: MachineTree): Promise<{ loop: string; file: string }[]> {
  const names = (await tree.listNames('/sys/block')).filter((name) => name.startsWith('loop'));
  const files = await Promise.all(names.map((name) => tree.readText(`/sys/block/${name}/loop/backing_file`)));
  return names.flatMap((name, index) => {
    const file = files[index];
    return file === undefined ? [] : [{ loop: `/dev/${name}`, file }];
  });
}

/**
 * Reads the names of RAID arrays by their paths. mdadm writes the name to its map before it adds the first member, but
 * udev creates the link only when the array has started. A killed mdadm may leave an array that never starts.
 */
async function readArrayNames(tree: MachineTree): Promise<Map<string, string>> {
  const names = await tree.listNames('/dev/md');
  const links = await Promise.all(names.map((name) => tree.readLink(`/dev/md/${name}`)));
  const map = (await tree.readText('/run/mdadm/map')) ?? '';
  return new Map([
    ...[...map.matchAll(MAPPED_ARRAY)].map(([, device, name]) => [`/dev/${device!}`, name!] as const),
    ...names.flatMap((name, index) => {
      const to = links[index];
      return to === undefined ? [] : [[posix.resolve('/dev/md', to), name] as const];
    }),
  ]);
}

/** Reads the mounted btrfs file systems that span more than one device. */
async function readPools(tree: MachineTree): Promise<Pool[]> {
  const pools: Pool[] = [];
  for (const uuid of await tree.listNames('/sys/fs/btrfs')) {
    const devices = (await tree.listNames(`/sys/fs/btrfs/${uuid}/devices`)).map((name) => `/dev/${name}`);
    if (devices.length > 1) pools.push({ kind: 'btrfs', uuid, devices });
  }
  return pools;
}

async function kindOf(name: string, tree: MachineTree): Promise<Holder['kind']> {
  if (name.startsWith('md')) return 'raid';
  if (name.startsWith('bcache')) return 'bcache';
  if (!name.startsWith('dm-')) return 'other';
  const uuid = (await tree.readText(`/sys/block/${name}/dm/uuid`)) ?? '';
  if (uuid.startsWith('LVM-')) return 'lvm';
  return uuid.startsWith('CRYPT-') ? 'encryption' : 'device-mapper';
}
