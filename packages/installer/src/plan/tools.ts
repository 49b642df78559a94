import type { RequiredTool } from '../facts/machine.ts';

const tool = (program: string, debian: string, arch: string = debian): RequiredTool => ({
  program,
  debian,
  arch,
});

/** What building an image starts on this machine. */
export const imageTools: readonly RequiredTool[] = [
  tool('pacman', 'pacman-package-manager', 'pacman'),
  tool('pacman-key', 'pacman-package-manager', 'pacman'),
  // pacman-key reads its shell library; Debian's pacman does not depend on it.
  tool('makepkg', 'makepkg', 'pacman'),
  tool('bsdtar', 'libarchive-tools', 'libarchive'),
  tool('gpg', 'gnupg'),
  tool('sfdisk', 'fdisk', 'util-linux'),
  tool('mkfs.ext4', 'e2fsprogs'),
  tool('e2fsck', 'e2fsprogs'),
  tool('mkfs.vfat', 'dosfstools'),
  tool('mcopy', 'mtools'),
  tool('mdir', 'mtools'),
  tool('unshare', 'util-linux'),
  tool('setpriv', 'util-linux'),
  tool('flock', 'util-linux'),
  tool('mount', 'mount', 'util-linux'),
  tool('chroot', 'coreutils'),
];

/** What an ordinary user needs besides. */
export const userNamespaceTool: RequiredTool = tool('newuidmap', 'uidmap', 'shadow');
