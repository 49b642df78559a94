import { furtherDesktops, mainOf } from '@writ/installer/internal';

/** Maps archinstall values, in lower case, to their equivalents. */
type Equivalents = Readonly<Record<string, string>>;

export const loaders: Equivalents = {
  'systemd-boot': 'systemd-bootctl',
  'systemd-bootctl': 'systemd-bootctl',
  grub: 'grub-install',
  'grub-install': 'grub-install',
  efistub: 'efistub',
};
export const otherLoaders: readonly string[] = ['limine', 'refind'];

export const mainProfiles: readonly string[] = ['desktop', 'minimal', 'server', 'xorg', 'custom'];

const otherDetails: Equivalents = {
  kde: 'plasma',
  'kde plasma': 'plasma',
  'kde-wayland': 'plasma',
  i3: 'i3-wm',
  'i3-gaps': 'i3-wm',
  xfce: 'xfce4',
};

/** Returns Writ's name for a desktop or server profile of any archinstall format; undefined for any other name. */
export function detailsOf(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  const found = findEquivalent(otherDetails, lower) ?? lower;
  return mainOf(found) === undefined ? undefined : found;
}

/** Returns the name in `x-writ.desktops` of a desktop of any archinstall format; undefined for any other name. */
export function furtherDesktopOf(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  const found = findEquivalent({ hyperland: 'hyprland', 'cosmic-epoch': 'cosmic' }, lower) ?? lower;
  return Object.hasOwn(furtherDesktops, found) ? found : undefined;
}

export const drivers: Equivalents = {
  'all open-source': 'All open-source (default)',
  'virtualbox (open-source)': 'VMware / VirtualBox (open-source)',
  'nvidia (open-source)': 'Nvidia (open-source nouveau driver)',
};

export const greeters: Equivalents = {
  'lightdm-gtk-greeter': 'lightdm',
  'lightdm-slick-greeter': 'lightdm',
};
export const otherGreeters: ReadonlySet<string> = new Set([
  'ly',
  'cosmic-greeter',
  'cosmic-session',
  'dms-greeter',
  'greetd',
  'plasma-login-manager',
]);

export function findEquivalent(equivalents: Equivalents, value: string): string | undefined {
  const key = value.trim().toLowerCase();
  return Object.hasOwn(equivalents, key) ? equivalents[key] : undefined;
}
