# Steps that the procedures share. The benchmark sets these variables:
#   WORK             an empty folder
#   IMAGE            the path of the image to create
#   IMAGE_MEGABYTES  its size
#   SERVERS          the mirrors, separated by spaces
#   KEY, FINGERPRINT the key that signs the mirror
#   BASE, KERNELS, LOADER, NETWORK, SOUND, PROGRAMS, DESKTOP, GRAPHICS, GREETER
#                    the groups of packages, each separated by spaces
#   SERVICES         the units to enable
#   PACKAGE_FILES    a file with the path of every package below the mirror's root
set -euo pipefail
export LC_ALL=C PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
tree=$WORK/tree
mkdir -p "$tree"

# The settings of the package manager. Without a configured package cache, pacstrap uses the new system's cache.
write_pacman_conf() {
  mkdir -p "$WORK/cache"
  {
    printf '[options]\nArchitecture = x86_64\nParallelDownloads = 5\nCheckSpace\n'
    printf 'SigLevel = Required DatabaseRequired\nGPGDir = %s\nCacheDir = %s\n' "$WORK/gnupg" "$WORK/cache"
    for repository in core extra; do
      printf '[%s]\n' "$repository"
      for server in $SERVERS; do printf 'Server = %s\n' "$server"; done
    done
  } > "$WORK/pacman.conf"
}

# The keyring of the installing machine.
make_keyring() {
  install -d -m 0700 "$WORK/gnupg"
  pacman-key --gpgdir "$WORK/gnupg" --init
  pacman-key --gpgdir "$WORK/gnupg" --add "$KEY"
  pacman-key --gpgdir "$WORK/gnupg" --lsign-key "$FINGERPRINT"
}

# An EFI partition of 1 GiB and a root partition. Arguments: more options for sfdisk.
partition() {
  truncate -s "${IMAGE_MEGABYTES}M" "$IMAGE"
  sfdisk --quiet "$@" "$IMAGE" <<'TABLE'
label: gpt
size=1GiB, type=U
type=4f68bce3-e8cd-4db1-96e7-fbcaf984b709
TABLE
  mkfs.vfat -F 32 -s 8 -n ESP --offset 2048 "$IMAGE" $((1024 * 1024)) > /dev/null
}

# Loop devices are not part of the namespace, so they are detached even if the procedure fails.
attach() {
  disk=$(losetup --find --show --partscan "$IMAGE")
  trap 'umount --recursive "$tree" 2> /dev/null || true; losetup --detach "$disk"' EXIT
  udevadm settle 2> /dev/null || true
  [[ -b ${disk}p2 ]] || partx --add "$disk"
}

make_root() {
  mkfs.ext4 -q -F -L root "${disk}p2"
  mount "${disk}p2" "$tree"
}

root_uuid() { blkid -s UUID -o value "${disk}p2"; }

in_tree() { arch-chroot "$tree" "$@"; }

write_fstab() {
  genfstab -U "$tree" >> "$tree/etc/fstab"
  echo "UUID=$(blkid -s UUID -o value "${disk}p1") /boot vfat rw,umask=0077 0 2" >> "$tree/etc/fstab"
}

write_locale() {
  echo 'en_US.UTF-8 UTF-8' > "$tree/etc/locale.gen"
  in_tree locale-gen
  echo LANG=en_US.UTF-8 > "$tree/etc/locale.conf"
}

write_mirrors() {
  for server in $SERVERS; do printf 'Server = %s\n' "$server"; done > "$tree/etc/pacman.d/mirrorlist"
}

# Each keyring starts an agent, which would prevent the file system from being unmounted.
populate_keyring() {
  [[ -x $tree/usr/bin/pacman-key ]] || return 0
  in_tree bash -c 'pacman-key --populate; gpgconf --homedir /etc/pacman.d/gnupg --kill all'
}

# Copies the files that bootctl would copy. The benchmark's mirrors do not contain bootctl.
install_loader() {
  local efi=$tree/usr/lib/systemd/boot/efi/systemd-bootx64.efi kernel
  install -D -m 0644 "$efi" "$tree/boot/EFI/systemd/systemd-bootx64.efi"
  install -D -m 0644 "$efi" "$tree/boot/EFI/BOOT/BOOTX64.EFI"
  mkdir -p "$tree/boot/loader/entries"
  printf 'default arch-linux.conf\ntimeout 3\n' > "$tree/boot/loader/loader.conf"
  for kernel in $KERNELS; do
    printf 'title %s\nlinux /vmlinuz-%s\ninitrd /initramfs-%s.img\noptions root=UUID=%s rw\n' \
      "$kernel" "$kernel" "$kernel" "$(root_uuid)" > "$tree/boot/loader/entries/arch-$kernel.conf"
  done
}

add_user() {
  in_tree groupadd -f -r wheel
  in_tree useradd -m -s /bin/bash -G wheel ada
  echo 'ada:demo-ada' | in_tree chpasswd
  echo 'ada ALL=(ALL:ALL) ALL' > "$tree/etc/sudoers.d/10_ada"
  chmod 0440 "$tree/etc/sudoers.d/10_ada"
}

# The agents of the keyrings exit shortly after the command that stops them.
unmount() {
  local attempt
  for attempt in {1..20}; do
    ! umount --recursive "$tree" || return 0
    sleep 0.1
  done
  return 1
}

# Not every kernel can mount FAT, so /boot is copied into its partition at the end.
finish() {
  gpgconf --homedir "$tree/etc/pacman.d/gnupg" --kill all
  find "$tree/etc/pacman.d/gnupg" -type s -delete
  mcopy -s -Q -m -i "$IMAGE@@1M" "$tree/boot"/* ::/
  find "$tree/boot" -mindepth 1 -delete
  unmount
  sync "$IMAGE"
}
