import type { MachineTree } from './machine-tree.ts';

/**
 * Configuration folders for systemd-networkd and iwd. iwd encodes unusual names as `=` and hexadecimal
 * digits.
 */
const folders: readonly (readonly [folder: string, name: RegExp])[] = [
  ['/etc/systemd/network', /^[\w@+-][\w.@+-]*\.(network|netdev|link)$/],
  ['/var/lib/iwd', /^[\w@+=-][\w.@+= -]*\.(psk|8021x|open)$/],
];

/** Returns the sorted paths of a system's network configuration files. */
export async function networkFilesOf(tree: Pick<MachineTree, 'listNames'>): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async ([folder]) => (await tree.listNames(folder)).map((name) => `${folder}/${name}`)),
  );
  return found.flat().filter(isNetworkFile).toSorted();
}

/**
 * Whether a path belongs to a network file. Other files that facts list are not read, because the facts may come from
 * another machine.
 */
export function isNetworkFile(path: string): boolean {
  return folders.some(
    ([folder, pattern]) => path.startsWith(`${folder}/`) && pattern.test(path.slice(folder.length + 1)),
  );
}
