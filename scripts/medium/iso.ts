/** Writes the image of the medium, which boots with BIOS and UEFI firmware, as a CD and as a USB stick. */
import { chmod, copyFile, link, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseKernelLine } from '../../packages/cli/src/medium/kernel-line.ts';
import { run } from '../../tools/mirror/src/build/process.ts';
import { menu } from './menu.ts';
import type { LiveSystem } from './system.ts';

/** The contents of an image in addition to the live system. */
export interface IsoContents {
  /** Path of the single executable. */
  readonly writ: string;
  /** Further kernel arguments, such as `writ.then=reboot`. */
  readonly append?: string;
  /** Paths of files for the root folder of the medium. */
  readonly files?: readonly string[];
}

/** Names in the root folder of the medium. */
const OWN_NAMES = new Set(['boot', 'boot.catalog', 'efi', 'efi.img', 'writ', 'mach_kernel', 'System']);

/**
 * Returns the reasons for which an image cannot have these contents.
 */
export function checkContents({ append = '', files = [] }: Omit<IsoContents, 'writ'>): string[] {
  const names = files.map((file) => basename(file));
  return [
    ...(/[\n{}$;\\]/.test(append) ? ['--append must not contain $, ;, \\, braces or line breaks'] : []),
    ...parseKernelLine(append).problems,
    ...names.flatMap((name, index) => {
      if (OWN_NAMES.has(name)) return [`--add ${name}: the medium has a file or folder with this name`];
      return names.indexOf(name) < index ? [`--add ${name}: two files have this name`] : [];
    }),
  ];
}

/**
 * Writes an image. An existing file is replaced once the new one is complete. Only the owner can read an image with
 * added files, because they may contain secrets.
 *
 * @throws Error if the contents are not possible, or if a step fails
 */
export async function makeIso(
  { buildId, kernel, initramfs, image }: LiveSystem,
  { writ, append = '', files = [] }: IsoContents,
  output: string,
): Promise<void> {
  const problems = checkContents({ append, files });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // Next to the image, because a file cannot be renamed to a path on another file system.
  const aside = await mkdtemp(join(dirname(output), '.writ-iso-'));
  try {
    const root = join(aside, 'root');
    await mkdir(join(root, 'boot/grub'), { recursive: true });
    await mkdir(join(root, 'writ'));
    await place(kernel, join(root, 'boot/kernel'));
    await place(initramfs, join(root, 'boot/initramfs'));
    await place(image, join(root, 'writ/system.squashfs'));
    await place(writ, join(root, 'writ/writ'));
    await writeFile(join(root, 'writ', buildId), '');
    await writeFile(join(root, 'boot/grub/grub.cfg'), menu(append));
    for (const file of files) await copyFile(file, join(root, basename(file)));
    const iso = join(aside, 'iso');
    await run(['grub-mkrescue', '--locales=', '--themes=', '-o', iso, root, '--', '-volid', 'WRIT_MEDIUM']);
    await chmod(iso, files.length > 0 ? 0o600 : 0o644);
    await rename(iso, output);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Links a large file, or copies it if it is on another file system. */
async function place(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
