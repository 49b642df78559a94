#!/bin/bash
# Debian's mkosi, with the packages of all groups in one transaction. It uses the keyring in /etc/pacman.d/gnupg, which
# only this run can access.
source "${BASH_SOURCE%/*}/steps.sh"

server=${SERVERS##* }
make_keyring
mkdir "$WORK/etc" "$WORK/etc-work"
mount -t overlay -o "lowerdir=/etc,upperdir=$WORK/etc,workdir=$WORK/etc-work" overlay /etc
mkdir -p /etc/pacman.d
cp -a "$WORK/gnupg" /etc/pacman.d/
packages=()
for package in $BASE $KERNELS $LOADER $NETWORK $SOUND $PROGRAMS $DESKTOP $GRAPHICS $GREETER; do
  packages+=(--package "$package")
done
mkdir "$WORK/mkosi" "$WORK/output"
cd "$WORK/mkosi"
mkosi --distribution arch --format gpt_ext4 --bootable no --local-mirror "$server" \
  --repositories "extra::$server" --hostname demonstration --password demo-root \
  --root-size "$((IMAGE_MEGABYTES - 1026))M" --workspace-dir "$WORK" --output-dir "$WORK/output" --output image.raw \
  --force "${packages[@]}" build
mv "$WORK/output"/*/image.raw "$IMAGE"
sync "$IMAGE"
