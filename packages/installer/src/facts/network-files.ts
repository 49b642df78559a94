import type { MachineTree } from './tree.ts';

/** Where systemd-networkd and iwd keep what they were told. */
const folders: readonly (readonly [folder: string, name: RegExp])[] = [
  ['/etc/systemd/network', /^[\w.@+-]+\.(network|netdev|link)$/],
  ['/var/lib/iwd', /^[\w.@+= -]+\.(psk|8021x|open)$/],
];

/** Files by which a system is on the network, sorted. */
export async function networkFilesOf(tree: Pick<MachineTree, 'names'>): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async ([folder, fits]) =>
      (await tree.names(folder)).filter((name) => fits.test(name)).map((name) => `${folder}/${name}`),
    ),
  );
  return found.flat().toSorted();
}
