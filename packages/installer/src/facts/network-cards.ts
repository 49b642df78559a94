import { machineTree, type MachineTree } from './machine-tree.ts';

/** One of the machine's network cards. */
export interface NetworkCard {
  /** The interface, a value of `iface`, such as `enp3s0`. */
  readonly name: string;
  /** The hardware address, such as `52:54:00:12:34:56`. */
  readonly address: string;
  readonly wireless: boolean;
  /** Whether a cable or an access point is connected; absent if the interface is down. */
  readonly connected?: boolean;
  /** The kernel driver, such as `e1000e`; absent if the card has none. */
  readonly driver?: string;
}

/**
 * Reads the network cards, without virtual interfaces such as bridges, sorted by name.
 *
 * @param root folder with the files of a machine (default: `/`, which is this machine)
 */
export function readNetworkCards(root = '/'): Promise<NetworkCard[]> {
  return networkCardsOf(machineTree(root));
}

export async function networkCardsOf(tree: MachineTree): Promise<NetworkCard[]> {
  const names = await tree.listNames('/sys/class/net');
  const cards = await Promise.all(
    names.map(async (name): Promise<NetworkCard | undefined> => {
      const folder = `/sys/class/net/${name}`;
      // Only hardware has a device.
      if (!(await tree.exists(`${folder}/device`))) return undefined;
      const [address = '', carrier, driver, wireless] = await Promise.all([
        tree.readText(`${folder}/address`),
        tree.readText(`${folder}/carrier`),
        tree.readLink(`${folder}/device/driver`),
        tree.exists(`${folder}/wireless`),
      ]);
      return {
        name,
        address,
        wireless,
        ...(carrier === undefined ? {} : { connected: carrier === '1' }),
        ...(driver === undefined ? {} : { driver: driver.replace(/^.*\//, '') }),
      };
    }),
  );
  return cards.filter((card) => card !== undefined);
}
