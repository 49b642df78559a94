#!/bin/bash
# The distribution's installation guide as a typical script, which runs on a mounted image: one pacstrap for each group
# of packages, and all commands in sequence.
source "${BASH_SOURCE%/*}/steps.sh"

write_pacman_conf
make_keyring
partition
attach
make_root

# -c: store packages outside the new system; -K: create a keyring in it; -M: do not copy the host's mirror list.
pacstrap -c -K -M -C "$WORK/pacman.conf" "$tree" $BASE $KERNELS
for group in "$LOADER" "$NETWORK" "$GRAPHICS $DESKTOP $GREETER" "$SOUND" "$PROGRAMS"; do
  [[ -z ${group// /} ]] || pacstrap -c -G -M -C "$WORK/pacman.conf" "$tree" $group
done
write_mirrors
write_fstab
ln -sf ../usr/share/zoneinfo/Europe/Berlin "$tree/etc/localtime"
write_locale
echo KEYMAP=us > "$tree/etc/vconsole.conf"
echo demonstration > "$tree/etc/hostname"
populate_keyring
install_loader
add_user
echo 'root:demo-root' | in_tree chpasswd
in_tree systemctl enable $SERVICES
echo 'installed by the benchmark' > "$tree/etc/motd"
finish
