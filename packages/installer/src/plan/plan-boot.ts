import type { Settings } from '../config/settings.ts';
import { findVolume } from './layout.ts';
import type { BootPart, BootOptions } from './boot-part.ts';
import { planEfistub } from './operations/efistub.ts';
import { planGrub } from './operations/grub.ts';
import { planSystemdBoot } from './operations/systemd-boot.ts';
import type { Layout, Partition } from './plan.ts';

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

/**
 * True if the plan needs unified images. Firmware without boot entries passes no command line to a
 * kernel, so a unified image must contain the command line.
 */
export function isUnified({ bootloader, uki }: Settings, variables: boolean): boolean {
  return uki || (bootloader === 'efistub' && !variables);
}

/**
 * Returns the kernel command line. A virtual machine gets a serial console. The last console in the
 * list displays the boot messages.
 */
export function kernelCommandLine(layout: Layout, simulated: boolean): string {
  const { content, luks } = findVolume(layout, '/') ?? {};
  const subvolume = content?.subvolumes?.find(({ mountPoint }) => mountPoint === '/');
  const flags = subvolume === undefined ? '' : ` rootflags=subvol=/${subvolume.name}`;
  const unlock = luks === undefined ? '' : ` rd.luks.name=${luks.id}=${luks.name}`;
  const stored = layout.partitions.find((partition) => isHibernated(partition.content))?.content;
  const resume = stored === undefined ? '' : ` resume=UUID=${stored.id}`;
  const root = `root=UUID=${content?.id} rw${flags}${unlock}${resume}`;
  return simulated ? `${root} console=tty0 console=ttyS0,115200` : root;
}

/** True for swap space to which the machine hibernates. systemd finds a swap file without the command line. */
function isHibernated(content: Partition['content']): boolean {
  return content?.kind === 'swap' && content.hibernate === true;
}
