import { bootLoaders } from '../../data/loaders.ts';
import type { Check } from './check.ts';

export const checkUki: Check = ({ config, finding }) =>
  config.uki === true && config.bootloader !== undefined && !bootLoaders[config.bootloader].unifiedImages
    ? [
        finding('uki-needs-efi-loader', '/uki', {
          message: `unified kernel images are not supported with the bootloader ${config.bootloader}`,
          hint: 'set uki to false, or choose systemd-bootctl or efistub as the bootloader',
          other: { pointer: '/bootloader', message: 'the boot loader is chosen here' },
        }),
      ]
    : [];
