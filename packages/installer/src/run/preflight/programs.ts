/** What the packages that are to be installed bring, by their files databases. */
export interface Contents {
  /** Paths without the leading slash, in any package. */
  has(path: string): boolean;
}

const programFolders = ['usr/bin', 'usr/sbin', 'bin', 'sbin', 'usr/local/bin'];
const unitFolders = ['usr/lib/systemd/system', 'lib/systemd/system', 'etc/systemd/system'];
const unitSuffix = /\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

/** `sshd` and `sshd.service` are the same; `getty@tty1` comes from the template `getty@.service`. */
export function unitPaths(unit: string): string[] {
  const name = unitSuffix.test(unit) ? unit : `${unit}.service`;
  const template = name.replace(/@[^@]*(\.[a-z]+)$/, '@$1');
  return unitFolders.flatMap((folder) => [...new Set([`${folder}/${name}`, `${folder}/${template}`])]);
}

export function programPaths(program: string): string[] {
  return programFolders.map((folder) => `${folder}/${program}`);
}
