import type { InstallerConfig } from '../../schema/types.gen.ts';
import { withPointers } from './check.ts';

interface NamedEntry {
  readonly item: string;
  readonly pointer: string;
}

/** Every package that a configuration names by itself, with its place. */
export function packagesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/packages', config.packages), ...entriesOfCustomProfile(config, 'packages')];
}

/** Every service that a configuration names by itself, with its place. */
export function servicesOf(config: Partial<InstallerConfig>): NamedEntry[] {
  return [...withPointers('/services', config.services), ...entriesOfCustomProfile(config, 'services')];
}

/** Names separated by blanks, in the enabled entries of a custom profile. */
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
