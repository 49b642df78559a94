import { readFile, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MIB } from '../../plan/layout.ts';

/** Type of tmpfs in `statfs`. */
const TMPFS = 0x01021994;
/** Bytes reserved for programs and the kernel's cache. */
const RESERVE = 1024 * MIB;
/** Bytes for databases, initramfs files, caches, logs and the files that custom commands create. */
const MARGIN = 256 * MIB;

/** Estimates how many bytes a tree in memory may need, based on the installed size of its packages. */
export function treeSize(installed: number): number {
  return Math.ceil(1.3 * installed) + MARGIN;
}

/**
 * True if a folder is in memory and has room for a tree, and if enough memory remains for other programs. The
 * control groups of this process, for example those of a container, may limit its memory.
 *
 * @param root replaces `/` in tests
 */
export async function hasMemoryFor(bytes: number, folder: string, root = '/'): Promise<boolean> {
  const space = await statfs(folder).catch(() => undefined);
  if (space?.type !== TMPFS || space.bavail * space.bsize < bytes) return false;
  return (await readFreeMemory(root)) >= bytes + RESERVE;
}

/** Returns the number of bytes of memory that this process can still use; 0 if it is unknown. */
export async function readFreeMemory(root = '/'): Promise<number> {
  const [memory, groups] = await Promise.all(
    ['proc/meminfo', 'proc/self/cgroup'].map((file) => readFile(join(root, file), 'utf8').catch(() => '')),
  );
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(memory ?? '')?.[1];
  const free = [available === undefined ? 0 : Number(available) * 1024];
  for (const line of (groups ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    if (controllers === '') free.push(await readGroup(join(root, 'sys/fs/cgroup'), path, unified));
    else if (controllers.split(',').includes('memory'))
      free.push(await readGroup(join(root, 'sys/fs/cgroup/memory'), path, legacy));
  }
  return Math.max(0, Math.min(...free));
}

const unified = { limit: 'memory.max', usage: 'memory.current' };
const legacy = { limit: 'memory.limit_in_bytes', usage: 'memory.usage_in_bytes' };

/**
 * Returns the smallest amount of free memory of a control group and its ancestors; Infinity if none has a
 * limit.
 */
async function readGroup(mount: string, path: string, files: typeof unified): Promise<number> {
  const read = async (file: string): Promise<number> => {
    const text = await readFile(join(mount, path, file), 'utf8').catch(() => '');
    return text === '' || text.trim() === 'max' ? Number.NaN : Number(text);
  };
  const remainder = (await read(files.limit)) - (await read(files.usage));
  const here = Number.isNaN(remainder) ? Infinity : remainder;
  return path === '/' ? here : Math.min(here, await readGroup(mount, dirname(path), files));
}
