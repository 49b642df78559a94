import type { Settings } from '../config/settings.ts';
import { findVolume } from './layout.ts';
import type { BootPart, BootOptions } from './boot-part.ts';
import { planEfistub } from './operations/efistub.ts';
import { planGrub } from './operations/grub.ts';
import { planSystemdBoot } from './operations/systemd-boot.ts';
import type { Layout } from './plan.ts';

export function planBoot(loader: Settings['bootloader'], wish: BootOptions): BootPart {
  switch (loader) {
    case 'systemd-bootctl':
      return planSystemdBoot(wish);
    case 'grub-install':
      return planGrub(wish);
    case 'efistub':
      return planEfistub(wish);
  }
}

/** A kernel without a boot entry gets no command line from the firmware, so it must be in a unified image. */
export function isUnified({ bootloader, uki }: Settings, variables: boolean): boolean {
  return uki || (bootloader === 'efistub' && !variables);
}

/** In a virtual machine, boot messages go to the last console. */
export function kernelCommandLine(layout: Layout, simulated: boolean): string {
  const root = `root=UUID=${findVolume(layout, '/')?.content.id} rw`;
  return simulated ? `${root} console=tty0 console=ttyS0,115200` : root;
}
