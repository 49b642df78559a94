import type { Rule } from './rule.ts';

export const uki: Rule = ({ config, find }) =>
  config.uki === true && config.bootloader === 'grub-install'
    ? [
        find('uki-needs-efi-loader', '/uki', {
          message: 'grub-install starts no unified kernel images',
          hint: 'set uki to false, or choose systemd-bootctl or efistub as bootloader',
          other: { pointer: '/bootloader', message: 'the boot loader is chosen here' },
        }),
      ]
    : [];
