import type { Operation } from '../operation.ts';
import { defineOperation } from './define-operation.ts';
import type { BootFiles } from '../boot-part.ts';
import { treeFile } from './tree-files.ts';

/** Path in the tree, without the leading slash; part of the distribution's systemd package. */
export const EFI_STUB = 'usr/lib/systemd/boot/efi/linuxx64.efi.stub';

/** The path, in the new system, of the program that firmware without boot entries starts. */
export const REMOVABLE_PATH = '/boot/EFI/BOOT/BOOTX64.EFI';

/**
 * Returns the path of a unified image, where systemd-boot finds it and firmware boot entries can
 * refer to it.
 */
export function unifiedImagePath(kernel: string): string {
  return `/boot/EFI/Linux/arch-${kernel}.efi`;
}

/** A kernel and the path of its unified image. */
export interface UnifiedImage {
  readonly kernel: string;
  readonly path: string;
}

/**
 * Returns the operation that writes presets for unified images instead of initramfs files. The presets are written
 * before the packages are installed, so that the hook builds each image only once, both now and after every later
 * update.
 */
export function writeUnifiedPresets(images: readonly UnifiedImage[]): Operation {
  const presets = images.map(({ kernel, path }) =>
    treeFile(
      `/etc/mkinitcpio.d/${kernel}.preset`,
      `ALL_kver="/boot/vmlinuz-${kernel}"\nPRESETS=('default')\ndefault_uki="${path}"\n`,
    ),
  );
  const folders = [...new Set(images.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
  return defineOperation({
    id: 'unified-presets',
    title: `Configure unified kernel images for ${images.map(({ kernel }) => kernel).join(', ')}`,
    stage: 'tree',
    files: [
      ...folders.map((path) => ({ kind: 'folder' as const, path: `{tree}${path}`, mode: 0o755 })),
      ...presets,
    ],
    verify: presets,
  });
}

/** Returns each kernel's files if unified images are not used. */
export function kernelFiles(kernels: readonly string[]): BootFiles[] {
  return kernels.map((kernel) => ({
    kernel,
    paths: [`/boot/vmlinuz-${kernel}`, `/boot/initramfs-${kernel}.img`],
  }));
}

/** Returns each kernel's files if unified images are used. */
export function unifiedFiles(images: readonly UnifiedImage[]): BootFiles[] {
  return images.map(({ kernel, path }) => ({ kernel, paths: [path] }));
}
