import {
  appendFile,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../tools/mirror/src/build/process.ts';
import type { LiveSystem } from './system.ts';

/**
 * Writes the files for network boots to a folder: `kernel`, `initramfs`, and `medium`, an archive that the kernel unpacks
 * into its initial file system. Existing files are replaced once the new ones are complete.
 *
 * @param writ path of the single executable
 */
export async function makeNetboot(
  { buildId, kernel, initramfs, image }: LiveSystem,
  writ: string,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const aside = await mkdtemp(join(dirname(folder), '.writ-netboot-'));
  try {
    const root = join(aside, 'root');
    const files = join(root, 'medium/writ');
    await mkdir(files, { recursive: true });
    await place(image, join(files, 'system.squashfs'));
    await place(writ, join(files, 'writ'));
    await writeFile(join(files, buildId), '');
    // If the file with the id is there, the kernel has unpacked the archive before it. In one archive, bsdtar would write
    // links, such as the system, after it.
    const id = join('medium/writ', buildId);
    await archive(['--exclude', id, 'medium'], root, join(aside, 'medium'));
    await archive(['--no-recursion', 'medium', 'medium/writ', id], root, join(aside, 'id'));
    await appendFile(join(aside, 'medium'), await readFile(join(aside, 'id')));
    await copyFile(kernel, join(aside, 'kernel'));
    await copyFile(initramfs, join(aside, 'initramfs'));
    for (const name of ['kernel', 'initramfs', 'medium']) await rename(join(aside, name), join(folder, name));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Writes an archive in the format that the kernel unpacks. */
async function archive(paths: readonly string[], folder: string, file: string): Promise<void> {
  await run(['bsdtar', '--format', 'newc', '-cf', file, ...paths], { cwd: folder });
}

/** Links a large file, or copies it if it is on another file system. */
async function place(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
