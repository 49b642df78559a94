import type { BootPart, BootOptions } from '../boot-part.ts';
import type { FileWrite, Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';
import { treeFile } from './tree-files.ts';
import { EFI_STUB, kernelFiles, unifiedFiles, unifiedImagePath, writeUnifiedPresets } from './unified.ts';

/** Path in the tree, without the leading slash; part of the distribution's systemd package. */
const SYSTEMD_BOOT = 'usr/lib/systemd/boot/efi/systemd-bootx64.efi';

const loaderNames = ['EFI/systemd/systemd-bootx64.efi', 'EFI/BOOT/BOOTX64.EFI'];

export function planSystemdBoot({ kernels, commandLine, unified, variables }: BootOptions): BootPart {
  const images = kernels.map((kernel) => ({ kernel, path: unifiedImagePath(kernel) }));
  return {
    packages: variables ? [{ name: 'efibootmgr', pointer: '/bootloader' }] : [],
    files: unified ? [SYSTEMD_BOOT, EFI_STUB] : [SYSTEMD_BOOT],
    early: unified ? [writeUnifiedPresets(images)] : [],
    bootFiles: unified ? unifiedFiles(images) : kernelFiles(kernels),
    loader: [installSystemdBoot(kernels, unified ? undefined : commandLine)],
    entries: [{ label: 'Linux Boot Manager', program: String.raw`\EFI\systemd\systemd-bootx64.efi` }],
  };
}

/**
 * Returns the operation that copies the files that `bootctl install --no-variables` would install, and writes the
 * configuration of systemd-boot. bootctl itself refuses a folder that
 * is not a mounted EFI partition. A file system in memory could be mounted there, but then /boot would be
 * lost if the run were killed.
 *
 * @param commandLine kernel command line of the entries; absent for unified images, which contain it and need
 * no entries
 */
function installSystemdBoot(kernels: readonly string[], commandLine: string | undefined): Operation {
  const entries = commandLine === undefined ? [] : kernels.map((kernel) => bootEntry(kernel, commandLine));
  const first = commandLine === undefined ? `arch-${kernels[0]}.efi` : `arch-${kernels[0]}.conf`;
  const files: FileWrite[] = [
    treeFile('/boot/loader/loader.conf', `default ${first}\ntimeout 3\n`),
    treeFile('/boot/loader/entries.srel', 'type1\n'),
    { kind: 'folder', path: '{tree}/boot/EFI/Linux', mode: 0o755 },
    ...entries,
  ];
  const what = kernels.length === 1 ? 'an entry' : 'entries';
  return defineOperation({
    id: 'loader',
    title: `Install systemd-boot with ${what} for ${kernels.join(', ')}`,
    stage: 'loader',
    files,
    commands: loaderNames.map((name) =>
      hostCommand('install', '-D', '-m', '0644', '--', `{tree}/${SYSTEMD_BOOT}`, `{tree}/boot/${name}`),
    ),
    verify: [
      ...files.filter((written) => written.kind === 'file'),
      ...loaderNames.map((name) => ({ kind: 'exists' as const, path: `{tree}/boot/${name}` })),
    ],
  });
}

function bootEntry(kernel: string, commandLine: string): FileWrite {
  return treeFile(
    `/boot/loader/entries/arch-${kernel}.conf`,
    [
      `title   Arch Linux (${kernel})`,
      `linux   /vmlinuz-${kernel}`,
      `initrd  /initramfs-${kernel}.img`,
      `options ${commandLine}`,
      '',
    ].join('\n'),
  );
}
