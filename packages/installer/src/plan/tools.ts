import type { RequiredTool } from '../facts/machine.ts';

const tool = (program: string, debian: string, arch: string = debian): RequiredTool => ({
  program,
  debian,
  arch,
});

/** What installing packages into a folder starts on this machine. */
const treeTools: readonly RequiredTool[] = [
  tool('pacman', 'pacman-package-manager', 'pacman'),
  tool('pacman-key', 'pacman-package-manager', 'pacman'),
  // pacman-key reads its shell library; Debian's pacman does not depend on it.
  tool('makepkg', 'makepkg', 'pacman'),
  tool('bsdtar', 'libarchive-tools', 'libarchive'),
  tool('gpg', 'gnupg'),
  tool('sfdisk', 'fdisk', 'util-linux'),
  tool('mkfs.ext4', 'e2fsprogs'),
  tool('e2fsck', 'e2fsprogs'),
];

const sandboxTools: readonly RequiredTool[] = [
  tool('unshare', 'util-linux'),
  tool('setpriv', 'util-linux'),
  tool('flock', 'util-linux'),
  tool('mount', 'mount', 'util-linux'),
  tool('chroot', 'coreutils'),
];

/** What compares boot code with what was meant. */
export const compareTool: RequiredTool = tool('cmp', 'diffutils');

/** What building an image starts on this machine. */
export const imageTools: readonly RequiredTool[] = [
  ...treeTools,
  tool('mkfs.vfat', 'dosfstools'),
  tool('mcopy', 'mtools'),
  tool('mdir', 'mtools'),
  ...sandboxTools,
];

/**
 * What installing onto a disk starts on this machine.
 *
 * @param variables the firmware is told what to start
 */
export function deviceTools(variables: boolean): readonly RequiredTool[] {
  return [
    ...treeTools,
    tool('wipefs', 'util-linux'),
    tool('partx', 'util-linux'),
    tool('nsenter', 'util-linux'),
    tool('dd', 'coreutils'),
    tool('sync', 'coreutils'),
    tool('mkfs.vfat', 'dosfstools'),
    tool('fsck.vfat', 'dosfstools'),
    ...(variables ? [tool('efibootmgr', 'efibootmgr')] : []),
    tool('mountpoint', 'util-linux'),
    tool('umount', 'mount', 'util-linux'),
    compareTool,
    ...sandboxTools,
  ];
}

/** What an ordinary user needs besides. */
export const userNamespaceTool: RequiredTool = tool('newuidmap', 'uidmap', 'shadow');
