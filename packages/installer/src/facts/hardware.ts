import { defined } from '@writ/diagnostics/internal';
import type { MachineTree } from './machine-tree.ts';
import { networkCardsOf, type NetworkCard } from './network-cards.ts';

/** Hardware from which settings are suggested. */
export interface Hardware {
  /** The machine's vendor and product, in the vendor's spelling. */
  readonly vendor?: string;
  readonly product?: string;
  /** Sorted by address. */
  readonly graphics: readonly GraphicsCard[];
  /** The network cards, sorted by name; virtual interfaces are omitted. */
  readonly network: readonly NetworkCard[];
  /** The TPM's version; absent without a TPM. */
  readonly tpm?: '1.2' | '2.0';
  /**
   * The state of UEFI Secure Boot. `setup`: the firmware accepts new keys. Absent if it cannot be read, as with
   * BIOS firmware or firmware without Secure Boot.
   */
  readonly secureBoot?: 'enabled' | 'disabled' | 'setup';
  /** Whether the machine has a battery; batteries in mice and similar devices do not count. */
  readonly battery: boolean;
  readonly bluetooth: boolean;
}

/** A graphics card, or the graphics unit integrated into a processor. */
export interface GraphicsCard {
  /** The PCI address, such as `0000:00:02.0`. */
  readonly address: string;
  /** PCI identifiers, such as `8086` and `46a6`. */
  readonly vendor: string;
  readonly device: string;
  /** The kernel driver, such as `i915`; absent if the device has none. */
  readonly driver?: string;
}

export async function readHardware(tree: MachineTree): Promise<Hardware> {
  const [vendor, product, graphics, network, tpm, secureBoot, battery, bluetooth] = await Promise.all([
    tree.readText('/sys/class/dmi/id/sys_vendor'),
    tree.readText('/sys/class/dmi/id/product_name'),
    readGraphics(tree),
    networkCardsOf(tree),
    readTpm(tree),
    readSecureBoot(tree),
    hasBattery(tree),
    tree.listNames('/sys/class/bluetooth').then((names) => names.length > 0),
  ]);
  return {
    ...defined({ vendor, product }),
    graphics,
    network,
    ...defined({ tpm, secureBoot }),
    battery,
    bluetooth,
  };
}

const PCI = '/sys/bus/pci/devices';

/** The PCI base class of display controllers. */
const DISPLAY = '0x03';

async function readGraphics(tree: MachineTree): Promise<GraphicsCard[]> {
  const addresses = await tree.listNames(PCI);
  const cards = await Promise.all(
    addresses.map(async (address): Promise<GraphicsCard | undefined> => {
      const folder = `${PCI}/${address}`;
      if ((await tree.readText(`${folder}/class`))?.startsWith(DISPLAY) !== true) return undefined;
      const [vendor = '', device = '', driver] = await Promise.all([
        tree.readText(`${folder}/vendor`),
        tree.readText(`${folder}/device`),
        tree.readLink(`${folder}/driver`),
      ]);
      return {
        address,
        vendor: vendor.replace(/^0x/, ''),
        device: device.replace(/^0x/, ''),
        ...defined({ driver: driver?.replace(/^.*\//, '') }),
      };
    }),
  );
  return cards.filter((card) => card !== undefined);
}

async function readTpm(tree: MachineTree): Promise<Hardware['tpm']> {
  const [name] = await tree.listNames('/sys/class/tpm');
  if (name === undefined) return undefined;
  return (await tree.readText(`/sys/class/tpm/${name}/tpm_version_major`)) === '2' ? '2.0' : '1.2';
}

/** The GUID of variables that the UEFI specification defines. */
const EFI_GLOBAL = '8be4df61-93ca-11d2-aa0d-00e098032b8c';

async function readSecureBoot(tree: MachineTree): Promise<Hardware['secureBoot']> {
  // The first four bytes of a file in efivars are the variable's attributes.
  const readFlag = async (name: string): Promise<number | undefined> =>
    (await tree.readBytes(`/sys/firmware/efi/efivars/${name}-${EFI_GLOBAL}`))?.[4];
  const [secure, setup] = await Promise.all([readFlag('SecureBoot'), readFlag('SetupMode')]);
  if (secure === undefined) return undefined;
  if (secure === 1) return 'enabled';
  return setup === 1 ? 'setup' : 'disabled';
}

async function hasBattery(tree: MachineTree): Promise<boolean> {
  const names = await tree.listNames('/sys/class/power_supply');
  const found = await Promise.all(
    names.map(async (name) => {
      const [type, scope] = await Promise.all(
        ['type', 'scope'].map((file) => tree.readText(`/sys/class/power_supply/${name}/${file}`)),
      );
      return type === 'Battery' && scope !== 'Device';
    }),
  );
  return found.includes(true);
}
