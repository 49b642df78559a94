import { open, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of this machine, or of a recorded machine in a folder. */
export interface MachineTree {
  /**
   * Returns the trimmed content without null characters; undefined if it is empty, unreadable or longer than the limit.
   */
  readText(path: string): Promise<string | undefined>;
  /** Returns the content; undefined if the file is unreadable or longer than the limit. */
  readBytes(path: string): Promise<Buffer | undefined>;
  /** Returns the sorted names in a folder; empty if the folder cannot be read. */
  listNames(path: string): Promise<string[]>;
  /** Returns the target of a symbolic link; undefined if the path is not a link. */
  readLink(path: string): Promise<string | undefined>;
  /** Returns the device and inode number of a file, such as `64513:1048`; undefined if they cannot be read. */
  readInode(path: string): Promise<string | undefined>;
  /** Whether the path is a folder or a readable file, and not empty. */
  exists(path: string): Promise<boolean>;
}

/** Size limit in bytes. The longest file is mountinfo, which is 1 MiB long for 10,000 mounts. */
const FILE_LIMIT = 16 * 1024 ** 2;

/** @param limit maximum size of a file in bytes (default: 16 MiB) */
export function machineTree(root: string = '/', limit: number = FILE_LIMIT): MachineTree {
  const readBytes = (path: string): Promise<Buffer | undefined> =>
    readWhole(join(root, path), limit).catch(() => undefined);
  const readText = async (path: string): Promise<string | undefined> => {
    const content = (await readBytes(path))?.toString('utf8') ?? '';
    return content.replaceAll('\0', '').trim() || undefined;
  };
  const listNames = async (path: string): Promise<string[]> =>
    (await readdir(join(root, path)).catch(() => [])).toSorted();
  const readLink = (path: string): Promise<string | undefined> =>
    readlink(join(root, path)).catch(() => undefined);
  return {
    readText,
    readBytes,
    listNames,
    readLink,
    readInode: (path) =>
      stat(join(root, path)).then(
        ({ dev, ino }) => `${dev}:${ino}`,
        () => undefined,
      ),
    exists: async (path) => (await listNames(path)).length > 0 || (await readText(path)) !== undefined,
  };
}

/** Reads a file of unknown size, as in /proc and /sys; returns undefined if the file is longer than the limit. */
async function readWhole(path: string, limit: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ end: limit, autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    return size > limit ? undefined : Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}
