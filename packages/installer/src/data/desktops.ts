import type { Details, FurtherDesktop } from '../schema/types.gen.ts';
import type { DefaultGreeter, ProfileDefinition } from './definition.ts';
import type { ServerName } from './servers.ts';

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean);
}

function desktop(
  default_greeter: DefaultGreeter | null,
  packages: string,
  package_groups: string = '',
): ProfileDefinition {
  const groups = splitWords(package_groups);
  return {
    main: 'desktop',
    packages: splitWords(packages),
    ...(groups.length === 0 ? {} : { package_groups: groups }),
    default_greeter,
  };
}

/**
 * Desktop profiles. Their packages, listed under their current names, are installed in addition to the base
 * packages of a desktop.
 */
export const desktops: Readonly<Record<Exclude<Details, ServerName>, ProfileDefinition>> = {
  awesome: desktop(
    null,
    'xorg-server awesome alacritty xorg-xinit xorg-xrandr xterm feh slock terminus-font gnu-free-fonts ttf-liberation xsel',
  ),
  bspwm: desktop('lightdm', 'bspwm sxhkd dmenu xdo rxvt-unicode'),
  budgie: desktop('lightdm-slick', 'materia-gtk-theme mate-terminal nemo papirus-icon-theme', 'budgie'),
  cinnamon: desktop(
    'lightdm',
    'cinnamon system-config-printer gnome-keyring gnome-terminal blueman bluez-utils engrampa gnome-screenshot gvfs-smb xed xdg-user-dirs-gtk',
  ),
  cutefish: desktop('sddm', 'cutefish noto-fonts'),
  deepin: desktop('lightdm', 'deepin-terminal deepin-editor', 'deepin'),
  desktop: desktop(null, ''),
  enlightenment: desktop('lightdm', 'enlightenment terminology'),
  gnome: desktop('gdm', 'gnome-tweaks', 'gnome'),
  'i3-wm': desktop('lightdm', 'i3-wm i3lock i3status i3blocks xterm lightdm-gtk-greeter lightdm dmenu'),
  plasma: desktop('sddm', 'plasma-meta konsole kwrite dolphin ark plasma-workspace egl-wayland'),
  lxqt: desktop('sddm', 'breeze-icons oxygen-icons xdg-utils ttf-freefont l3afpad slock', 'lxqt'),
  mate: desktop('lightdm', '', 'mate mate-extra'),
  // sway opens the keyboard and the graphics card through logind, which requires polkit.
  sway: desktop(
    'lightdm',
    'sway swaybg swaylock swayidle waybar dmenu brightnessctl grim slurp pavucontrol foot xorg-xwayland polkit',
  ),
  xfce4: desktop('lightdm', 'pavucontrol gvfs xarchiver', 'xfce4 xfce4-goodies'),
  qtile: desktop('lightdm', 'qtile alacritty'),
};

/**
 * The desktops of `x-writ.desktops`. Like sway, the Wayland compositors among them open the keyboard and the graphics
 * card through logind, which requires polkit; none of them needs seatd.
 */
export const furtherDesktops: Readonly<Record<FurtherDesktop, ProfileDefinition>> = {
  cosmic: desktop('cosmic-greeter', 'xdg-user-dirs polkit', 'cosmic'),
  hyprland: desktop(
    'sddm',
    'hyprland uwsm dunst kitty dolphin wofi grim slurp xdg-desktop-portal-hyprland qt5-wayland qt6-wayland polkit polkit-kde-agent',
  ),
  labwc: desktop('lightdm', 'labwc alacritty xorg-xwayland polkit'),
  niri: desktop(
    'lightdm',
    'niri alacritty fuzzel mako waybar swaybg swayidle swaylock xwayland-satellite xdg-desktop-portal-gnome polkit',
  ),
  river: desktop('lightdm', 'river foot xorg-xwayland xdg-desktop-portal-wlr polkit'),
  xmonad: desktop('lightdm', 'xmonad xmonad-contrib xmonad-extras xterm dmenu'),
};
