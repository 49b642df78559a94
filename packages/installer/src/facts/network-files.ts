import type { MachineTree } from './machine-tree.ts';

/** Where systemd-networkd and iwd keep what they were told; iwd writes unusual names in hexadecimal digits behind `=`. */
const folders: readonly (readonly [folder: string, name: RegExp])[] = [
  ['/etc/systemd/network', /^[\w@+-][\w.@+-]*\.(network|netdev|link)$/],
  ['/var/lib/iwd', /^[\w@+=-][\w.@+= -]*\.(psk|8021x|open)$/],
];

/** Files by which a system is on the network, sorted. */
export async function networkFilesOf(tree: Pick<MachineTree, 'listNames'>): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async ([folder]) => (await tree.listNames(folder)).map((name) => `${folder}/${name}`)),
  );
  return found.flat().filter(isNetworkFile).toSorted();
}

/** Facts may come from another machine's record: no other file is ever read because one of them names it. */
export function isNetworkFile(path: string): boolean {
  return folders.some(
    ([folder, fits]) => path.startsWith(`${folder}/`) && fits.test(path.slice(folder.length + 1)),
  );
}
