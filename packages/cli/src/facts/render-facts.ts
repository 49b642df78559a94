import { printable } from '@writ/diagnostics';
import {
  describeContents,
  describeDisk,
  formatSize,
  suggestSettings,
  type Facts,
  type GraphicsCard,
  type NetworkCard,
} from '@writ/installer';
import { alignColumns } from '../printing/columns.ts';

/** Renders facts as text: a line for each fact, and the recommended settings for the machine. */
export function renderFacts(facts: Facts): string {
  const { hardware, virtualMachine, liveMedium } = facts;
  const { driver, microcode } = suggestSettings(facts);
  const names = [hardware?.vendor, hardware?.product].filter((name) => name !== undefined);
  const rows = [
    ...describe('machine', names.length === 0 ? [] : [names.join(' ')]),
    ...describe('virtual machine', virtualMachine === undefined ? [] : [virtualMachine]),
    ...describe('live medium', liveMedium === undefined ? [] : [liveMedium.system]),
    ...describe('processor', [`${facts.cpuModel || facts.cpuVendor || 'unknown'} (${facts.architecture})`]),
    ...describe('memory', [formatSize(facts.memory)]),
    ...describe('firmware', [describeFirmware(facts)]),
    ...describe('TPM', [hardware?.tpm ?? 'none']),
    ...describe('graphics', (hardware?.graphics ?? []).map(describeGraphics)),
    ...describe('network', (hardware?.network ?? []).map(describeCard)),
    ...describe('bluetooth', [hardware?.bluetooth === true ? 'yes' : 'no']),
    ...describe('battery', [hardware?.battery === true ? 'yes' : 'no']),
    ...describe(
      'disks',
      facts.disks
        .filter(({ kind }) => kind !== 'loop')
        .flatMap((disk) => [describeDisk(disk), ...describeContents(disk).map((line) => `  ${line}`)]),
    ),
    ...describe('suggested', [
      ...(driver === undefined ? [] : [`graphics driver ${driver}`]),
      ...(microcode === undefined ? [] : [`microcode ${microcode}, which writ install adds`]),
      ...(hardware?.secureBoot === 'enabled'
        ? ['disable Secure Boot before the installed system starts, because it is not signed']
        : []),
    ]),
  ];
  return `${printable(alignColumns(rows).join('\n'))}\n`;
}

/** Returns a row for each value; only the first row contains the name. */
function describe(name: string, values: readonly string[]): string[][] {
  return values.map((value, index) => [index === 0 ? name : '', value]);
}

function describeFirmware({ firmware, firmwareBits, hardware }: Facts): string {
  if (firmware === 'bios') return 'BIOS';
  const bits = firmwareBits === undefined ? '' : ` (${firmwareBits} bits)`;
  const { secureBoot } = hardware ?? {};
  if (secureBoot === undefined) return `UEFI${bits}, no Secure Boot`;
  return `UEFI${bits}, Secure Boot ${secureBoot === 'setup' ? 'in setup mode' : secureBoot}`;
}

const vendors: Readonly<Record<string, string>> = {
  '8086': 'Intel',
  '1002': 'AMD',
  '10de': 'Nvidia',
  '15ad': 'VMware',
  '80ee': 'VirtualBox',
  '1234': 'QEMU',
  '1af4': 'virtio',
};

function describeGraphics({ vendor, device, driver }: GraphicsCard): string {
  const name = Object.hasOwn(vendors, vendor) ? `${vendors[vendor]} ` : '';
  return `${name}${vendor}:${device}, ${driver === undefined ? 'no driver loaded' : `kernel module ${driver}`}`;
}

function describeCard({ name, address, wireless, connected, driver }: NetworkCard): string {
  const parts = [
    name,
    wireless ? 'Wi-Fi' : 'wired',
    address,
    ...(driver === undefined ? [] : [`kernel module ${driver}`]),
    ...(connected === undefined ? [] : [connected ? 'connected' : 'not connected']),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
