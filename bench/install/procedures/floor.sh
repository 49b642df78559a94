#!/bin/bash
# The work that no installation can avoid: downloading and extracting the packages, building one initramfs for each
# kernel, creating the file systems from the tree, and syncing.
source "${BASH_SOURCE%/*}/steps.sh"

server=${SERVERS##* }
mkdir "$WORK/packages"
(cd "$WORK/packages" && sed "s|^|${server%%/\$repo*}/|" "$PACKAGE_FILES" |
  xargs curl --fail --silent --show-error --parallel --parallel-max 5 --remote-name-all)
for package in "$WORK/packages"/*.pkg.tar.zst; do
  bsdtar -xpf "$package" -C "$tree" --exclude '^.[A-Z]*'
done
# The hook's script copies the kernels that it reads from standard input into /boot and builds their initramfs files. Its
# programs need the library cache.
chroot "$tree" ldconfig
(cd "$tree" && printf '%s\n' usr/lib/modules/*/vmlinuz) |
  in_tree /usr/share/libalpm/scripts/mkinitcpio install

partition
mv "$tree/boot" "$WORK/boot"
mkdir "$tree/boot"
mcopy -s -Q -m -i "$IMAGE@@1M" "$WORK/boot"/* ::/
start=$((1025 * 1024 * 1024))
mkfs.ext4 -q -F -L root -E "offset=$start" -d "$tree" "$IMAGE" "$((IMAGE_MEGABYTES - 1026))M"
sync "$IMAGE"
