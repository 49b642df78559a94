import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InstallRequest } from '../request.ts';

const recorded = fileURLToPath(new URL('../../../fixtures/machines/uefi-laptop.json', import.meta.url));

/** The only disk of the recorded machine. */
export const laptopDisk = 'serial=S5GXNX0T123456A';

/** A request with the facts of a recorded machine, which never describe the machine that runs the tests. */
export const laptopRequest: InstallRequest = {
  config: {
    file: 'config.json',
    text: JSON.stringify({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
      '!root-password': 'canary-password',
    }),
  },
  facts: { file: 'laptop.json', text: readFileSync(recorded, 'utf8') },
};
