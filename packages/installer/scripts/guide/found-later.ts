import type { RefusalRule } from '../../src/finding-codes.ts';

/** Rules that only a plan or an installation checks, by the key that causes their findings. */
export const foundLater: Readonly<Record<string, readonly RefusalRule[]>> = {
  bootloader: ['loader-needs-uefi', 'firmware-32-bit', 'bios-sectors', 'removable-path'],
  harddrives: [
    'no-target',
    'target-kind',
    'target-not-ours',
    'target-in-use',
    'target-folder',
    'target-too-small',
    'target-unknown',
    'target-ambiguous',
    'target-twice',
    'target-read-only',
    'targets-mixed',
    'late-download',
    'no-consent',
  ],
  'keyboard-language': ['keyboard-console-only'],
  kernels: ['package-unknown'],
  'mirror-region': ['login-not-kept', 'mirror-unusable', 'mirror-key', 'download-failed'],
  'network_config.type': ['iso-network'],
  packages: ['package-unknown', 'packages-unresolvable'],
  'profile.path': ['profile-unreadable', 'profile-python'],
  'profile.details': ['package-unknown'],
  'profile.gfx_driver': ['package-unknown'],
  'profile.custom.packages': ['package-unknown', 'packages-unresolvable'],
  'profile.custom.services': ['unit-unknown'],
  services: ['unit-unknown'],
  '!root-password.$secret': ['secret-missing'],
  '!users.!password.$secret': ['secret-missing'],
};
