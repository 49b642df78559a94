import { biosServer } from './bios-server.ts';
import { dualBoot } from './dual-boot.ts';
import { inUse } from './in-use.ts';
import { liveUsb4kn } from './live-usb-4kn.ts';
import { qemuUefi } from './qemu-uefi.ts';
import { uefiLaptop } from './uefi-laptop.ts';
import { virtualboxBios } from './virtualbox-bios.ts';
import type { FakeMachine } from '../testing.ts';

/** The names of machines with recorded facts in fixtures/machines. */
export type MachineName =
  | 'uefi-laptop'
  | 'dual-boot'
  | 'bios-server'
  | 'qemu-uefi'
  | 'virtualbox-bios'
  | 'in-use'
  | 'live-usb-4kn';

/** The files of each machine. The facts in fixtures/machines are read from them. */
export const machines: Readonly<Record<MachineName, FakeMachine>> = {
  'uefi-laptop': uefiLaptop,
  'dual-boot': dualBoot,
  'bios-server': biosServer,
  'qemu-uefi': qemuUefi,
  'virtualbox-bios': virtualboxBios,
  'in-use': inUse,
  'live-usb-4kn': liveUsb4kn,
};
