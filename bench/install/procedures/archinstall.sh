#!/bin/bash
# The steps of archinstall 2.8.6 in the same order, without menus and pauses. The procedure mounts the image, installs
# each group of packages in the step that needs it, and builds the initramfs again after writing its settings. It omits
# the wait for a live system's services, zram-generator, and localectl in a booted container, because they require a
# live system or packages that the benchmark's mirrors lack.
source "${BASH_SOURCE%/*}/steps.sh"

install_group() {
  [[ -z ${*// /} ]] || pacstrap -K -M -C "$WORK/pacman.conf" "$tree" $*
}

write_pacman_conf
make_keyring
partition
attach
make_root

pacman -Syy --config "$WORK/pacman.conf" --root "$WORK" --dbpath "$WORK" --noconfirm > /dev/null
install_group $BASE $KERNELS
in_tree systemctl enable fstrim.timer
echo demonstration > "$tree/etc/hostname"
write_locale
echo KEYMAP=us > "$tree/etc/vconsole.conf"
in_tree chmod 700 /root
in_tree mkinitcpio -P
write_mirrors
install_group $LOADER
install_loader
install_group $NETWORK
add_user
install_group $SOUND
install_group $PROGRAMS
install_group $DESKTOP
install_group $GRAPHICS
install_group $GREETER
ln -sf ../usr/share/zoneinfo/Europe/Berlin "$tree/etc/localtime"
in_tree systemctl enable systemd-timesyncd
echo 'root:demo-root' | in_tree chpasswd
for service in $SERVICES; do in_tree systemctl enable "$service"; done
echo 'installed by the benchmark' > "$tree/var/command"
in_tree bash -c 'cp /var/command /etc/motd && rm /var/command'
populate_keyring
write_fstab
finish
