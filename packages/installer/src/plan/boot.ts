import type { Settings } from '../config/settings.ts';
import { volumeAt } from './layout.ts';
import type { BootPart, BootWish } from './boot-part.ts';
import { efistub } from './operations/efistub.ts';
import { grub } from './operations/grub.ts';
import { systemdBoot } from './operations/systemd-boot.ts';
import type { Layout } from './plan-type.ts';

export function bootPart(loader: Settings['bootloader'], wish: BootWish): BootPart {
  switch (loader) {
    case 'systemd-bootctl':
      return systemdBoot(wish);
    case 'grub-install':
      return grub(wish);
    case 'efistub':
      return efistub(wish);
  }
}

/** A kernel that gets its command line from the firmware must be named there; the removable path names none. */
export function isUnified({ bootloader, uki }: Settings, variables: boolean): boolean {
  return uki || (bootloader === 'efistub' && !variables);
}

/** In a virtual machine the last console is the one that boot messages go to. */
export function commandLineOf(layout: Layout, simulated: boolean): string {
  const root = `root=UUID=${volumeAt(layout, '/')?.content.id} rw`;
  return simulated ? `${root} console=tty0 console=ttyS0,115200` : root;
}
