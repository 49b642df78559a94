import type { FileWrite, Operation } from '../operation.ts';
import { host, operation } from './build.ts';

/** Within the tree, without the leading slash; the distribution's systemd package brings it. */
export const SYSTEMD_BOOT = 'usr/lib/systemd/boot/efi/systemd-bootx64.efi';

const loaderNames = ['EFI/systemd/systemd-bootx64.efi', 'EFI/BOOT/BOOTX64.EFI'];

/**
 * What `bootctl install --no-variables` does, done with plain copies: bootctl itself refuses a folder that is
 * not a mounted EFI partition, and a memory file system in its place would lose /boot when the run is killed.
 */
export function systemdBoot(kernels: readonly string[], commandLine: string): Operation {
  const entries: FileWrite[] = kernels.map((kernel) => ({
    kind: 'file',
    path: `{tree}/boot/loader/entries/arch-${kernel}.conf`,
    mode: 0o644,
    content: [
      `title   Arch Linux (${kernel})`,
      `linux   /vmlinuz-${kernel}`,
      `initrd  /initramfs-${kernel}.img`,
      `options ${commandLine}`,
      '',
    ].join('\n'),
  }));
  const files: FileWrite[] = [
    {
      kind: 'file',
      path: '{tree}/boot/loader/loader.conf',
      mode: 0o644,
      content: `default arch-${kernels[0]}.conf\ntimeout 3\n`,
    },
    { kind: 'file', path: '{tree}/boot/loader/entries.srel', mode: 0o644, content: 'type1\n' },
    { kind: 'folder', path: '{tree}/boot/EFI/Linux', mode: 0o755 },
    ...entries,
  ];
  return operation({
    id: 'loader',
    title: `Install systemd-boot with ${kernels.length === 1 ? 'an entry' : 'entries'} for ${kernels.join(', ')}`,
    stage: 'loader',
    files,
    commands: loaderNames.map((name) =>
      host('install', '-D', '-m', '0644', '--', `{tree}/${SYSTEMD_BOOT}`, `{tree}/boot/${name}`),
    ),
    verify: [
      ...files.filter((file) => file.kind === 'file'),
      ...loaderNames.map((name) => ({ kind: 'exists' as const, path: `{tree}/boot/${name}` })),
    ],
  });
}
