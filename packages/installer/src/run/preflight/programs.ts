/** Paths in the packages to be installed, without the leading slash, from the files databases. */
export type Contents = ReadonlySet<string>;

const programFolders = ['usr/bin', 'usr/sbin', 'bin', 'sbin', 'usr/local/bin'];
const unitFolders = ['usr/lib/systemd', 'lib/systemd', 'etc/systemd'];
const unitSuffix = /\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

/**
 * Returns the possible paths of a unit: `sshd` means `sshd.service`, and `getty@tty1` is an instance of the
 * template `getty@.service`.
 *
 * @param of the unit's service manager: system or user sessions
 */
export function unitPaths(unit: string, of: 'system' | 'user' = 'system'): string[] {
  const name = unitSuffix.test(unit) ? unit : `${unit}.service`;
  const template = name.replace(/@[^@]*(\.[a-z]+)$/, '@$1');
  return unitFolders.flatMap((folder) => [
    ...new Set([`${folder}/${of}/${name}`, `${folder}/${of}/${template}`]),
  ]);
}

/** Returns the names of the units at these paths, without the suffix `.service`. */
export function unitNames(paths: Iterable<string>, of: 'system' | 'user' = 'system'): string[] {
  const places = unitFolders.map((folder) => `${folder}/${of}/`);
  const names = new Set<string>();
  for (const path of paths) {
    const place = places.find((begin) => path.startsWith(begin));
    const name = place === undefined ? '' : path.slice(place.length);
    if (!name.includes('/') && unitSuffix.test(name)) names.add(name.replace(/\.service$/, ''));
  }
  return [...names];
}

export function programPaths(program: string): string[] {
  return programFolders.map((folder) => `${folder}/${program}`);
}
