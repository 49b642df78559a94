import { copyFile, link, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
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
    await run(['bsdtar', '--format', 'newc', '-cf', join(aside, 'medium'), 'medium'], { cwd: root });
    await copyFile(kernel, join(aside, 'kernel'));
    await copyFile(initramfs, join(aside, 'initramfs'));
    for (const name of ['kernel', 'initramfs', 'medium']) await rename(join(aside, name), join(folder, name));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Links a large file, or copies it if it is on another file system. */
async function place(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
