import { defined } from '@writ/diagnostics/internal';
import { ownValue } from '../config/own-value.ts';
import { microcodePackages } from '../data/microcode.ts';
import type { GfxDriver } from '../schema/types.gen.ts';
import type { Facts } from './facts.ts';
import type { GraphicsCard } from './hardware.ts';

/** Settings that suit a machine. */
export interface Suggestions {
  /** A value of `profile.gfx_driver`; absent if the facts list no graphics card. */
  readonly driver?: GfxDriver;
  /**
   * The microcode package, which a plan for this machine installs; absent in a virtual machine or if there is
   * none for the CPU vendor.
   */
  readonly microcode?: string;
}

/** Suggests settings for a machine. */
export function suggestSettings({
  hardware,
  cpuVendor,
  virtualMachine,
}: Pick<Facts, 'hardware' | 'cpuVendor' | 'virtualMachine'>): Suggestions {
  const microcode = virtualMachine === undefined ? ownValue(microcodePackages, cpuVendor) : undefined;
  return defined({ driver: suggestDriver(hardware?.graphics ?? []), microcode });
}

/** Drivers by the vendor's PCI identifier. */
const drivers: Readonly<Record<string, GfxDriver>> = {
  '8086': 'Intel (open-source)',
  '1002': 'AMD / ATI (open-source)',
  '15ad': 'VMware / VirtualBox (open-source)',
  '80ee': 'VMware / VirtualBox (open-source)',
};

const NVIDIA = '10de';
/** The first PCI identifier of Nvidia's Turing cards; later generations have higher identifiers. */
const TURING = 0x1e00;

function suggestDriver(cards: readonly GraphicsCard[]): GfxDriver | undefined {
  const suggested = new Set(cards.map(driverOf));
  const [only, ...others] = suggested;
  // A machine with cards from two vendors, as in some laptops, needs the drivers of both.
  return others.length === 0 ? only : 'All open-source (default)';
}

function driverOf({ vendor, device }: GraphicsCard): GfxDriver {
  if (vendor !== NVIDIA) return ownValue(drivers, vendor) ?? 'All open-source (default)';
  return Number.parseInt(device, 16) >= TURING
    ? 'Nvidia (open kernel module for newer GPUs, Turing+)'
    : 'Nvidia (open-source nouveau driver)';
}
