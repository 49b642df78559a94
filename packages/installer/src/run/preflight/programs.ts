/** What the packages that are to be installed bring, by their files databases. */
export interface Contents {
  /** Paths without the leading slash, in any package. */
  has(path: string): boolean;
}

const programFolders = ['usr/bin', 'usr/sbin', 'bin', 'sbin', 'usr/local/bin'];
const unitFolders = ['usr/lib/systemd/system', 'lib/systemd/system', 'etc/systemd/system'];
const unitSuffix = /\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

export function bringsProgram(program: string, contents: Contents): boolean {
  return programFolders.some((folder) => contents.has(`${folder}/${program}`));
}

/** `sshd` and `sshd.service` are the same; `getty@tty1` comes from the template `getty@.service`. */
export function bringsUnit(unit: string, contents: Contents): boolean {
  const name = unitSuffix.test(unit) ? unit : `${unit}.service`;
  const template = name.replace(/@[^@]*(\.[a-z]+)$/, '@$1');
  return unitFolders.some(
    (folder) => contents.has(`${folder}/${name}`) || contents.has(`${folder}/${template}`),
  );
}
