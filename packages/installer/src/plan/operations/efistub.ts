import type { BootPart, BootOptions, FirmwareEntry } from '../boot-part.ts';
import { defineOperation } from './define-operation.ts';
import {
  EFI_STUB,
  kernelFiles,
  REMOVABLE_PATH,
  unifiedFiles,
  unifiedImagePath,
  writeUnifiedPresets,
} from './unified.ts';

/**
 * Plans a boot without a boot loader: the firmware starts the kernel. Firmware without boot entries starts
 * the program at the removable media path and passes no command line, so the first kernel's unified image is
 * installed at that path.
 */
export function planEfistub({ kernels, commandLine, unified, variables }: BootOptions): BootPart {
  const images = kernels.map((kernel, index) => ({
    kernel,
    path: !variables && index === 0 ? REMOVABLE_PATH : unifiedImagePath(kernel),
  }));
  const bootFiles = unified ? unifiedFiles(images) : kernelFiles(kernels);
  return {
    packages: variables ? [{ name: 'efibootmgr', pointer: '/bootloader' }] : [],
    files: unified ? [EFI_STUB] : [],
    early: unified ? [writeUnifiedPresets(images)] : [],
    bootFiles,
    loader: [
      defineOperation({
        id: 'loader',
        title: `Verify the files that the firmware starts: ${kernels.join(', ')}`,
        stage: 'loader',
        verify: bootFiles
          .flatMap(({ paths }) => paths)
          .map((path) => ({ kind: 'exists', path: `{tree}${path}` })),
      }),
    ],
    needsBootFiles: true,
    entries: images.map(({ kernel, path }): FirmwareEntry => {
      const label = `Arch Linux (${kernel})`;
      if (unified) return { label, program: path.replace('/boot', '').replaceAll('/', '\\') };
      return {
        label,
        program: `\\vmlinuz-${kernel}`,
        options: `initrd=\\initramfs-${kernel}.img ${commandLine}`,
      };
    }),
  };
}
