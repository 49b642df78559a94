import { splitWords, type Recipe } from './recipe.ts';

/** Debian packages for a desktop with a browser, media programs, fonts, sound, a compiler and Python. */
export const desktop: readonly string[] = splitWords(`
  xfce4 xfce4-terminal mousepad ristretto evince firefox-esr gimp vlc
  xserver-xorg-core xserver-xorg-input-libinput libgl1-mesa-dri lightdm lightdm-gtk-greeter pipewire wireplumber
  fontconfig fonts-dejavu-core fonts-noto-core adwaita-icon-theme
  desktop-file-utils shared-mime-info libglib2.0-bin gtk-update-icon-cache
  vim git htop rsync gcc make python3 strace wget unzip man-db
`);

/** Source packages with hooks for every transaction that installs matching files. */
export const desktopHooks: readonly string[] = [
  'desktop-file-utils',
  'shared-mime-info',
  'glib2.0',
  'gtk+3.0',
  'fontconfig',
];

/** Adds the hooks of the distribution's `systemd` package to the package that contains systemd. */
export function withSystemHooks(recipe: Recipe): Recipe {
  return { ...recipe, trees: [...(recipe.trees ?? []), 'systemd-hooks'] };
}
