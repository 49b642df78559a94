import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('uki requires a boot loader that starts EFI files', () => {
  expect(rulesAndPointers(checkWith({ uki: true, bootloader: 'grub-install' }))).toEqual([
    'uki-needs-efi-loader /uki',
  ]);
  expect(rulesAndPointers(checkWith({ uki: true }))).toEqual([]);
  expect(rulesAndPointers(checkWith({ uki: false, bootloader: 'grub-install' }))).toEqual([]);
  expect(rulesAndPointers(checkWith({ uki: true, bootloader: 'grub' }))).toEqual(['not-allowed /bootloader']);
});
