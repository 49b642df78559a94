import type { InstallerConfig } from '../../schema/types.gen.ts';
import { withPointers } from './check.ts';

interface NamedEntry {
  readonly item: string;
  readonly pointer: string;
}

/** Returns the packages that `packages` and a custom profile list, with their pointers. */
export function packagesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/packages', config.packages), ...entriesOfCustomProfile(config, 'packages')];
}

/** Returns the services that `services` and a custom profile list, with their pointers. */
export function servicesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/services', config.services), ...entriesOfCustomProfile(config, 'services')];
}

/** Returns the names in the whitespace-separated strings of a custom profile's enabled entries, with their pointers. */
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

/** Returns the full unit name of a service: systemd expands `sshd` to `sshd.service`. */
export function unitName(service: string): string {
  return /\.(service|socket|timer|target|path|mount|automount|swap|slice|scope)$/.test(service)
    ? service
    : `${service}.service`;
}
