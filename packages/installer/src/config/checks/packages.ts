import type { InstallerConfig } from '../../schema/types.gen.ts';
import { withPointers } from './check.ts';

interface NamedEntry {
  readonly item: string;
  readonly pointer: string;
}

/** The packages that a configuration lists, with their pointers. */
export function packagesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/packages', config.packages), ...entriesOfCustomProfile(config, 'packages')];
}

/** The services that a configuration lists, with their pointers. */
export function servicesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/services', config.services), ...entriesOfCustomProfile(config, 'services')];
}

/** The space-separated names in the enabled entries of a custom profile. */
function entriesOfCustomProfile(
  { profile }: Partial<InstallerConfig>,
  key: 'packages' | 'services',
): NamedEntry[] {
  if (profile?.main !== 'custom') return [];
  return withPointers('/profile/custom', profile.custom).flatMap(({ item: entry, pointer }) =>
    entry.enabled === false
      ? []
      : (entry[key] ?? '')
          .split(/\s+/)
          .filter(Boolean)
          .map((item) => ({ item, pointer: `${pointer}/${key}` })),
  );
}

/** A service's name as systemd completes it: `sshd` and `sshd.service` are one. */
export function unitName(service: string): string {
  return /\.(service|socket|timer|target|path|mount|automount|swap|slice|scope)$/.test(service)
    ? service
    : `${service}.service`;
}
