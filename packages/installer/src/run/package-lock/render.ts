import type { ResolvedPackage } from '../journal-record.ts';
import type { LockedPackage, PackageLock } from './package-lock.ts';

/** Renders the packages of an installation as a package lock, one per line, sorted by name. */
export function renderLock({
  resolved,
  mirrors,
}: {
  readonly resolved: readonly ResolvedPackage[];
  /** URLs with `$repo` and `$arch`, without user names and passwords. */
  readonly mirrors: readonly string[];
}): string {
  const lock: PackageLock = {
    version: 1,
    mirrors,
    packages: resolved
      .map(({ name, version, architecture, repository, file, size, sha256 }): LockedPackage => ({
        name,
        version,
        architecture,
        repository,
        file,
        size,
        sha256,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
  const lines = lock.packages.map((item) => `    ${JSON.stringify(item)}`);
  return [
    '{',
    `  "version": ${lock.version},`,
    `  "mirrors": ${JSON.stringify(lock.mirrors)},`,
    '  "packages": [',
    lines.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
