import type { Operation } from '../operation.ts';
import { defineOperation } from './define-operation.ts';
import { treeFile } from './tree-files.ts';

/** Within the tree, without the leading slash; the distribution's systemd package brings it. */
export const EFI_STUB = 'usr/lib/systemd/boot/efi/linuxx64.efi.stub';

/** What a firmware starts that was told nothing, as the new system names it. */
export const REMOVABLE_PATH = '/boot/EFI/BOOT/BOOTX64.EFI';

/** Where systemd-boot looks for unified images, and where a firmware entry can lead. */
export function unifiedImagePath(kernel: string): string {
  return `/boot/EFI/Linux/arch-${kernel}.efi`;
}

/** A kernel and the file that its unified image becomes. */
export interface UnifiedImage {
  readonly kernel: string;
  readonly path: string;
}

/**
 * Presets that make unified images in the place of initramfs files. They stand before the packages do, so that
 * each image is made once, by the hook of the transaction, and again with every later update.
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

/** What the package transaction leaves for each kernel. */
export function kernelFiles(kernels: readonly string[]): string[] {
  return kernels.flatMap((kernel) => [`/boot/vmlinuz-${kernel}`, `/boot/initramfs-${kernel}.img`]);
}
