import type { Details, Main } from '../schema/types.gen.ts';
import type { ProfileDefinition } from './definition.ts';
import { desktops } from './desktops.ts';
import { servers } from './servers.ts';

/** Writ's own profiles by their names in `profile.details`. */
export const profiles: Readonly<Record<Details, ProfileDefinition>> = { ...desktops, ...servers };

/** The base packages of each main profile. */
export const mains: Readonly<Record<Main, readonly string[]>> = {
  desktop: 'nano vim openssh htop wget iwd wireless_tools wpa_supplicant smartmontools xdg-utils'.split(' '),
  minimal: [],
  server: [],
  xorg: ['xorg-server', 'xorg-xinit'],
  custom: [],
};

/** Returns the main profile that details belong to, regardless of their case; undefined for unknown details. */
export function mainOf(details: string): Main | undefined {
  const name = details.toLowerCase();
  return Object.hasOwn(profiles, name) ? profiles[name as Details].main : undefined;
}
