import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

it('needs a boot loader that starts EFI files', () => {
  expect(names(checkWith({ uki: true, bootloader: 'grub-install' }))).toEqual(['uki-needs-efi-loader /uki']);
  expect(names(checkWith({ uki: true }))).toEqual([]);
  expect(names(checkWith({ uki: false, bootloader: 'grub-install' }))).toEqual([]);
  expect(names(checkWith({ uki: true, bootloader: 'grub' }))).toEqual(['not-allowed /bootloader']);
});
