import type { RequiredTool } from '../facts/machine.ts';
import { hasArrays, isSparse } from './layout.ts';
import type { Layout } from './plan.ts';

const requiredTool = (program: string, debian: string, arch: string = debian): RequiredTool => ({
  program,
  debian,
  arch,
});

/** Programs on this machine that every installation needs. */
const treeTools: readonly RequiredTool[] = [
  requiredTool('pacman', 'pacman-package-manager', 'pacman'),
  requiredTool('pacman-key', 'pacman-package-manager', 'pacman'),
  // pacman-key sources the shell library of makepkg, which Debian's pacman does not depend on.
  requiredTool('makepkg', 'makepkg', 'pacman'),
  requiredTool('bsdtar', 'libarchive-tools', 'libarchive'),
  requiredTool('gpg', 'gnupg'),
  requiredTool('sfdisk', 'fdisk', 'util-linux'),
  requiredTool('mkfs.ext4', 'e2fsprogs'),
  requiredTool('e2fsck', 'e2fsprogs'),
];

const sandboxTools: readonly RequiredTool[] = [
  requiredTool('unshare', 'util-linux'),
  requiredTool('setpriv', 'util-linux'),
  requiredTool('flock', 'util-linux'),
  requiredTool('mount', 'mount', 'util-linux'),
  requiredTool('chroot', 'coreutils'),
];

/** Program that runs commands of the configuration on this machine. */
export const bashTool: RequiredTool = requiredTool('bash', 'bash');

/** Program that verifies boot code and copied partitions. */
export const compareTool: RequiredTool = requiredTool('cmp', 'diffutils');

/** Program that sets the owner and mode of the root of ext4. */
export const debugTool: RequiredTool = requiredTool('debugfs', 'e2fsprogs');

/** Programs on this machine that build an image. */
export const imageTools: readonly RequiredTool[] = [
  ...treeTools,
  requiredTool('mkfs.vfat', 'dosfstools'),
  requiredTool('mcopy', 'mtools'),
  requiredTool('mdir', 'mtools'),
  ...sandboxTools,
];

/**
 * Returns the programs on this machine that install the system on a disk.
 *
 * @param variables true if boot entries are written to the firmware
 */
export function deviceTools(variables: boolean): readonly RequiredTool[] {
  return [
    ...treeTools,
    requiredTool('wipefs', 'util-linux'),
    requiredTool('partx', 'util-linux'),
    requiredTool('blkid', 'util-linux'),
    requiredTool('nsenter', 'util-linux'),
    requiredTool('dd', 'coreutils'),
    requiredTool('sync', 'coreutils'),
    requiredTool('mkfs.vfat', 'dosfstools'),
    requiredTool('fsck.vfat', 'dosfstools'),
    ...(variables ? [requiredTool('efibootmgr', 'efibootmgr')] : []),
    requiredTool('mountpoint', 'util-linux'),
    requiredTool('umount', 'mount', 'util-linux'),
    compareTool,
    ...sandboxTools,
  ];
}

/**
 * Returns the programs on this machine that install the system into a prepared folder.
 *
 * @param variables true if boot entries are written to the firmware
 */
export function folderTools(variables: boolean): readonly RequiredTool[] {
  return [
    ...treeTools.filter(({ program }) => !['sfdisk', 'mkfs.ext4', 'e2fsck'].includes(program)),
    requiredTool('dd', 'coreutils'),
    requiredTool('sync', 'coreutils'),
    ...(variables ? [requiredTool('efibootmgr', 'efibootmgr')] : []),
    compareTool,
    ...sandboxTools,
  ];
}

const toolsByContent: Readonly<Record<string, readonly RequiredTool[]>> = {
  xfs: [requiredTool('mkfs.xfs', 'xfsprogs'), requiredTool('xfs_repair', 'xfsprogs')],
  f2fs: [requiredTool('mkfs.f2fs', 'f2fs-tools'), requiredTool('fsck.f2fs', 'f2fs-tools')],
  btrfs: [requiredTool('mkfs.btrfs', 'btrfs-progs'), requiredTool('btrfs', 'btrfs-progs')],
};

const swapTools: readonly RequiredTool[] = [
  requiredTool('mkswap', 'util-linux'),
  requiredTool('swaplabel', 'util-linux'),
];

/** Returns the programs on this machine that create the xfs, f2fs, btrfs, swap space and encrypted partitions of layouts. */
export function fileSystemTools(layouts: readonly Layout[]): RequiredTool[] {
  const contents = layouts.flatMap(({ partitions }) => partitions.flatMap(({ content }) => content ?? []));
  const kinds = new Set(contents.map(({ kind }) => kind));
  const hasSwap = contents.some((content) =>
    content.kind === 'swap' ? content.randomKey !== true : content.swapFile !== undefined,
  );
  const isEncrypted = layouts.some((layout) => !isSparse(layout));
  return [
    ...[...kinds].flatMap((kind) => toolsByContent[kind] ?? []),
    ...(hasSwap ? swapTools : []),
    ...(isEncrypted ? [requiredTool('cryptsetup', 'cryptsetup-bin', 'cryptsetup')] : []),
    ...(layouts.some(hasArrays) ? [requiredTool('mdadm', 'mdadm')] : []),
  ];
}

/** The additional program that users other than root need. */
export const userNamespaceTool: RequiredTool = requiredTool('newuidmap', 'uidmap', 'shadow');
