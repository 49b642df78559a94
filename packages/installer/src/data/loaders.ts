import type { Bootloader } from '../schema/types.gen.ts';

/** The requirements and capabilities of a boot loader. */
export interface BootLoader {
  /** The firmware that can start the boot loader. */
  readonly firmware: readonly ('uefi' | 'bios')[];
  /** Whether it can start unified kernel images (`uki`). */
  readonly unifiedImages: boolean;
}

export const bootLoaders: Readonly<Record<Bootloader, BootLoader>> = {
  'systemd-bootctl': { firmware: ['uefi'], unifiedImages: true },
  'grub-install': { firmware: ['uefi', 'bios'], unifiedImages: false },
  efistub: { firmware: ['uefi'], unifiedImages: true },
};
