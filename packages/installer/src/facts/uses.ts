import type { BlockDevice, Holder, Pool } from './facts.ts';
import { readMounts, readSwaps, type Mount } from './mounts.ts';
import type { MachineTree } from './tree.ts';

/** Who uses which block device. */
export interface Uses {
  readonly mounts: readonly Mount[];
  /** Whether every mount of the machine could be seen. */
  readonly complete: boolean;
  /** @param number `8:1` */
  of(path: string, number: string): Pick<BlockDevice, 'mountPoints' | 'swap' | 'loops' | 'pools'>;
  /** @param folder the `holders` of a device in /sys */
  holdersOf(folder: string): Promise<Holder[]>;
}

/** What is built on what is built on a disk, and so on: more levels than anyone has. */
const DEEPEST = 8;

export async function readUses(tree: MachineTree): Promise<Uses> {
  const [{ mounts, complete }, swaps, loops, pools] = await Promise.all([
    readMounts(tree),
    readSwaps(tree),
    readLoops(tree),
    readPools(tree),
  ]);
  const mountPointsOf = (path: string, number: string): string[] => {
    const found = mounts.filter((mount) => mount.number === number || mount.source === path);
    return [...new Set(found.map(({ mountPoint }) => mountPoint))].toSorted();
  };
  const holdersOf = async (folder: string, depth = 0): Promise<Holder[]> => {
    if (depth >= DEEPEST) return [];
    const names = await tree.names(folder);
    return Promise.all(
      names.map(async (name): Promise<Holder> => {
        const above = await holdersOf(`/sys/block/${name}/holders`, depth + 1);
        const path = `/dev/${name}`;
        const number = (await tree.text(`/sys/block/${name}/dev`)) ?? '';
        const label = await tree.text(`/sys/block/${name}/dm/name`);
        const own = mountPointsOf(path, number);
        const mapped = label === undefined ? [] : mountPointsOf(`/dev/mapper/${label}`, '');
        return {
          path,
          name: label ?? name,
          kind: await kindOf(name, tree),
          mountPoints: [
            ...new Set([...own, ...mapped, ...above.flatMap(({ mountPoints }) => mountPoints)]),
          ].toSorted(),
          swap: swaps.includes(path) || above.some(({ swap }) => swap),
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
  const names = (await tree.names('/sys/block')).filter((name) => name.startsWith('loop'));
  const files = await Promise.all(names.map((name) => tree.text(`/sys/block/${name}/loop/backing_file`)));
  return names.flatMap((name, index) => {
    const file = files[index];
    return file === undefined ? [] : [{ loop: `/dev/${name}`, file }];
  });
}

/** Mounted file systems of more than one device. */
async function readPools(tree: MachineTree): Promise<Pool[]> {
  const pools: Pool[] = [];
  for (const uuid of await tree.names('/sys/fs/btrfs')) {
    const devices = (await tree.names(`/sys/fs/btrfs/${uuid}/devices`)).map((name) => `/dev/${name}`);
    if (devices.length > 1) pools.push({ kind: 'btrfs', uuid, devices });
  }
  return pools;
}

async function kindOf(name: string, tree: MachineTree): Promise<Holder['kind']> {
  if (name.startsWith('md')) return 'raid';
  if (name.startsWith('bcache')) return 'bcache';
  if (!name.startsWith('dm-')) return 'other';
  const uuid = (await tree.text(`/sys/block/${name}/dm/uuid`)) ?? '';
  if (uuid.startsWith('LVM-')) return 'lvm';
  return uuid.startsWith('CRYPT-') ? 'encryption' : 'device-mapper';
}
