import type { Details, Main } from '../schema/types.gen.ts';
import type { ProfileDefinition } from './definition.ts';
import { desktops } from './desktops.ts';
import { servers } from './servers.ts';

/** By the names of `profile.details`. */
export const profiles: Readonly<Record<Details, ProfileDefinition>> = { ...desktops, ...servers };

/** What every profile of a kind installs, whatever its details. */
export const mains: Readonly<Record<Main, readonly string[]>> = {
  desktop: 'nano vim openssh htop wget iwd wireless_tools wpa_supplicant smartmontools xdg-utils'.split(' '),
  minimal: [],
  server: [],
  xorg: ['xorg-server', 'xorg-xinit'],
  custom: [],
};

/** The main profile that details belong to; any case of letters. */
export function mainOf(details: string): Main | undefined {
  const name = details.toLowerCase();
  return Object.hasOwn(profiles, name) ? profiles[name as Details].main : undefined;
}
