#!/bin/bash
# The steps of `sequential` in the order that takes the least time on several processors: one transaction for all packages,
# a tree in memory, and steps that do not depend on each other at the same time. The packages are not verified before the
# transaction.
#
# With EARLY=yes, two steps start earlier, although this can change the result. The initramfs files are built while
# a second transaction installs the packages that do not belong to the base system, so they miss the files that these
# packages would add. The root file system is created while they are built, so commands that may change any file could
# not run in between.
source "${BASH_SOURCE%/*}/steps.sh"

root_id=0a1b2c3d-0000-4000-8000-000000000001
root_uuid() { echo "$root_id"; }
in_tree() { chroot "$tree" "$@"; }

make_tree() {
  tree=$(mktemp -d -p /dev/shm)
  trap 'umount --recursive --lazy "$tree" 2> /dev/null || true; rm -rf --one-file-system "$tree"' EXIT
  chmod 0755 "$tree"
  mount --bind "$tree" "$tree"
  mount -o remount,bind,suid,dev,exec "$tree"
  mkdir -p "$tree"/{boot,dev,etc/pacman.d,proc,run,sys,var/lib/pacman,var/log}
  install -d -m 1777 "$tree/tmp"
  mount -t proc proc "$tree/proc"
  mount -t sysfs -o ro sysfs "$tree/sys"
  mount -t tmpfs run "$tree/run"
  # Never a view of this machine's /dev, because the tree is removed at the end.
  mount -t tmpfs dev "$tree/dev"
  mknod -m 0666 "$tree/dev/null" c 1 3
  mknod -m 0666 "$tree/dev/zero" c 1 5
  mknod -m 0666 "$tree/dev/random" c 1 8
  mknod -m 0666 "$tree/dev/urandom" c 1 9
  ln -s /proc/self/fd "$tree/dev/fd"
  ln -s fd/0 "$tree/dev/stdin"
  ln -s fd/1 "$tree/dev/stdout"
  ln -s fd/2 "$tree/dev/stderr"
}

install_packages() {
  pacman --config "$1" --root "$tree" --dbpath "$tree/var/lib/pacman" --logfile "$tree/var/log/pacman.log" \
    --hookdir "$WORK/hooks" --noconfirm --noprogressbar "${@:2}"
}

# Starts the initramfs of each kernel in the background.
build_initramfs() {
  local kernel
  for kernel in $KERNELS; do
    grep -lx "$kernel" "$tree"/usr/lib/modules/*/pkgbase | sed "s|^$tree/||; s|pkgbase$|vmlinuz|" |
      TMPDIR=/run in_tree /usr/share/libalpm/scripts/mkinitcpio install &
    initramfs+=($!)
  done
}

# pacstrap would create the key.
create_keyring() {
  [[ ! -x $tree/usr/bin/pacman-key ]] || in_tree pacman-key --init
  populate_keyring
}

wait_for() { for process in "$@"; do wait "$process"; done; }

# Creates the root file system. /boot has its own partition.
fill_root() {
  mkdir "$WORK/root"
  mount --bind "$tree" "$WORK/root"
  mount -t tmpfs boot "$WORK/root/boot"
  mkfs.ext4 -q -F -L root -U "$root_id" -E "offset=$((1025 * 1024 * 1024))" -d "$WORK/root" "$IMAGE" \
    "$((IMAGE_MEGABYTES - 1026))M"
  umount --recursive "$WORK/root"
}

write_pacman_conf
sed 's/^SigLevel.*/SigLevel = Never/' "$WORK/pacman.conf" > "$WORK/download.conf"
mkdir "$WORK/hooks"
ln -s /dev/null "$WORK/hooks/90-mkinitcpio-install.hook"
# pacman-key uses this key instead of creating an RSA key, which can take several seconds.
install -d -m 0700 "$WORK/gnupg"
gpg --homedir "$WORK/gnupg" --batch --quiet --passphrase '' --quick-generate-key installer ed25519 cert,sign never
make_keyring
make_tree
packages="$BASE $KERNELS $LOADER $NETWORK $SOUND $PROGRAMS $DESKTOP $GRAPHICS $GREETER"
install_packages "$WORK/pacman.conf" -Sy
install_packages "$WORK/download.conf" -Sw $packages

echo KEYMAP=us > "$tree/etc/vconsole.conf"
initramfs=()
[[ -z ${EARLY-} ]] || { install_packages "$WORK/pacman.conf" -S $BASE $KERNELS $LOADER; build_initramfs; }
install_packages "$WORK/pacman.conf" -S --needed $packages
[[ ${EARLY-} ]] || build_initramfs

write_locale & settings=($!)
create_keyring & settings+=($!)
write_mirrors
ln -sf ../usr/share/zoneinfo/Europe/Berlin "$tree/etc/localtime"
echo demonstration > "$tree/etc/hostname"
echo "UUID=$root_id / ext4 rw,relatime 0 1" >> "$tree/etc/fstab"
install_loader
add_user
echo 'root:demo-root' | in_tree chpasswd
in_tree systemctl enable $SERVICES
# Without this option, sfdisk sleeps and syncs all file systems on this machine.
partition --no-tell-kernel
echo "UUID=$(blkid -p -O 1MiB -s UUID -o value "$IMAGE") /boot vfat rw,umask=0077 0 2" >> "$tree/etc/fstab"
wait_for "${settings[@]}"

[[ ${EARLY-} ]] || wait_for "${initramfs[@]}"
echo 'installed by the benchmark' > "$tree/etc/motd"
[[ ! -d $tree/etc/pacman.d/gnupg ]] || find "$tree/etc/pacman.d/gnupg" -type s -delete
fill_root
wait_for "${initramfs[@]}"
mcopy -s -Q -m -i "$IMAGE@@1M" "$tree/boot"/* ::/
unmount
rm -rf --one-file-system "$tree"
sync "$IMAGE"
