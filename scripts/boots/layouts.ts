import { listCombinations, type Combination } from './pairs.ts';

/** The options that affect how a machine finds, unlocks and mounts its root file system, with their values. */
export const layoutOptions = {
  fileSystem: ['ext4', 'btrfs', 'xfs'],
  encrypted: [false, true],
  loader: ['systemd-bootctl', 'grub-install', 'efistub'],
  firmware: ['uefi', 'bios'],
} as const;

export type BootedLayout = Combination<typeof layoutOptions>;

/** All combinations that the installer accepts. */
export const allLayouts: readonly BootedLayout[] = listCombinations(layoutOptions).filter(
  ({ loader, firmware }) => loader === 'grub-install' || firmware === 'uefi',
);

export function layoutTitle({ fileSystem, encrypted, loader, firmware }: BootedLayout): string {
  return `${encrypted ? 'encrypted ' : ''}${fileSystem}, started by ${loader} from ${firmware}`;
}

/** The keys that a layout changes in the example configuration. */
export function layoutConfiguration(
  { fileSystem, encrypted, loader }: BootedLayout,
  passphrase: string,
): Record<string, unknown> {
  const luks = { '!passphrase': passphrase, 'kdf-memory': 32, 'kdf-rounds': 4 };
  return {
    bootloader: loader,
    // In an emulated machine, generating host keys takes half as long as booting.
    packages: [],
    services: [],
    'x-writ': { disk: { 'file-system': fileSystem, ...(encrypted && { luks }) } },
  };
}

/**
 * The package set of the demonstration mirror that a layout requires. The initramfs of the tiny set opens volumes without
 * udev, which then creates no link for the other subvolumes in /etc/fstab.
 */
export function mirrorSetOfLayout({ fileSystem, encrypted }: BootedLayout): 'tiny' | 'full' {
  return encrypted && fileSystem === 'btrfs' ? 'full' : 'tiny';
}

/** File system types by mount point. */
export function mountsOf({ fileSystem, encrypted, firmware }: BootedLayout): Record<string, string> {
  const needsBoot = fileSystem !== 'ext4' || encrypted;
  return {
    '/': fileSystem,
    ...(firmware === 'uefi' && { '/boot': 'vfat' }),
    ...(firmware === 'bios' && needsBoot && { '/boot': 'ext4' }),
    ...(fileSystem === 'btrfs' && { '/home': 'btrfs' }),
  };
}
