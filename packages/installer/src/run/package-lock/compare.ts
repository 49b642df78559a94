import { phrase, type Diagnostic, type Wording } from '@writ/diagnostics';
import { refusal } from '../../finding-codes.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import type { PackageLock } from './package-lock.ts';
import { term } from '../../terms.ts';

/**
 * Compares resolved packages with a lock. Returns one finding for each kind of difference, with the names of
 * all packages, because a user needs the complete list to find a matching mirror.
 */
export function compareWithLock(
  { packages }: PackageLock,
  resolved: readonly ResolvedPackage[],
): Diagnostic[] {
  const locked = new Map(packages.map((item) => [item.name, item]));
  const found = new Set(resolved.map(({ name }) => name));
  const missing = resolved.filter(({ name }) => !locked.has(name)).map(({ name }) => name);
  const tooMany = packages.filter(({ name }) => !found.has(name)).map(({ name }) => name);
  const changed = resolved.flatMap(({ name, version, sha256 }) => {
    const item = locked.get(name);
    if (item === undefined || (item.version === version && item.sha256 === sha256)) return [];
    return item.version === version
      ? [`${name} ${version} with different content`]
      : [`${name} ${item.version} (the mirrors have ${version})`];
  });
  return [
    ...lockFindings(changed, 'the mirrors do not have the versions in the package lock', {
      hint: phrase`pass an archive from the date of the lock with ${term('mirror')}, such as https://archive.archlinux.org/repos/YEAR/MONTH/DAY/$repo/os/$arch (see the log next to the lock for the date), or create a new lock by installing without ${term('lock')}`,
    }),
    ...lockFindings(
      missing,
      'the package lock belongs to another configuration; it does not list these packages',
      {
        hint: phrase`use this configuration's lock, or create a new lock by installing without ${term('lock')}`,
      },
    ),
    ...lockFindings(
      tooMany,
      'the package lock belongs to another configuration; these packages are not in the plan',
      {
        hint: "use this configuration's lock, or add the packages to the configuration",
      },
    ),
  ];
}

function lockFindings(
  names: readonly string[],
  message: string,
  more: { readonly hint: Wording },
): Diagnostic[] {
  if (names.length === 0) return [];
  return [refusal('lock-differs', `${message}: ${names.join(', ')}`, more)];
}
