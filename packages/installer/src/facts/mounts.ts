import type { MachineTree } from './machine-tree.ts';

/** A mounted file system. */
export interface Mount {
  readonly id: string;
  /** The ID of the mount that contains the mount point. */
  readonly parent: string;
  /** The device number, such as `8:1`; `0:…` for file systems without a device. */
  readonly number: string;
  /** The mounted device, such as `/dev/sda1`; for file systems without a device, a name such as `tmpfs`. */
  readonly source: string;
  readonly mountPoint: string;
  readonly fileSystem: string;
  /** The folder of the file system that is mounted: `/`, or that of a btrfs subvolume or of a bind mount. */
  readonly root: string;
  /** The options of the mount and of the file system, such as `rw`, `noatime` and `compress=zstd:3`. */
  readonly options: readonly string[];
}

/**
 * Reads the mounts of this process and, if permitted, those of process 1, because a process in a container sees
 * only the container's mounts. `complete` is true if both could be read.
 */
export async function readMounts(tree: MachineTree): Promise<{ mounts: Mount[]; complete: boolean }> {
  const [ownMounts, firstMounts] = await Promise.all([
    tree.readText('/proc/self/mountinfo'),
    tree.readText('/proc/1/mountinfo'),
  ]);
  const lines = new Set([...(ownMounts ?? '').split('\n'), ...(firstMounts ?? '').split('\n')]);
  return {
    mounts: [...lines].flatMap(parseMount),
    complete: ownMounts !== undefined && firstMounts !== undefined,
  };
}

/** Reads the mounts of this process. Their order is not necessarily that in which they were mounted. */
export async function readOwnMounts(tree: MachineTree): Promise<Mount[]> {
  return ((await tree.readText('/proc/self/mountinfo')) ?? '').split('\n').flatMap(parseMount);
}

/** Parses a line of mountinfo, such as `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`. */
function parseMount(line: string): Mount[] {
  const [before, after] = line.split(' - ', 2);
  const [id = '', parent = '', number, root = '/', mountPoint, options = ''] = before?.split(' ') ?? [];
  const [fileSystem, source, ofFileSystem = ''] = after?.split(' ') ?? [];
  if (number === undefined || mountPoint === undefined || fileSystem === undefined) return [];
  return [
    {
      id,
      parent,
      number,
      fileSystem,
      source: decodeOctalEscapes(source ?? ''),
      mountPoint: decodeOctalEscapes(mountPoint),
      root: decodeOctalEscapes(root),
      options: [...options.split(','), ...ofFileSystem.split(',')].filter((option) => option !== ''),
    },
  ];
}

/** Decodes the octal escapes of mountinfo for spaces, tabs, line breaks and backslashes. */
export function decodeOctalEscapes(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_whole, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** Reads the paths of swap devices and files. */
export async function readSwaps(tree: MachineTree): Promise<string[]> {
  const lines = (await tree.readText('/proc/swaps'))?.split('\n').slice(1) ?? [];
  return lines.flatMap((line) => {
    const [path] = line.split(/\s/);
    return path === undefined || path === '' ? [] : [decodeOctalEscapes(path)];
  });
}
