import { listCombinations, coverPairs, type Combination } from './pairs.ts';

/** The configuration options that affect how a machine boots, with their values. */
export const bootOptions = {
  loader: ['systemd-bootctl', 'grub-install', 'efistub'],
  firmware: ['uefi', 'bios'],
  unified: [false, true],
  kernels: ['linux', 'linux and linux-lts'],
  drives: [1, 2],
  network: ['none', 'manual', 'nm'],
  profile: ['none', 'server', 'custom'],
} as const;

export type Boot = Combination<typeof bootOptions>;

/** All combinations that the installer accepts. */
export const allBoots: readonly Boot[] = listCombinations(bootOptions).filter(
  ({ loader, firmware, unified }) =>
    (loader === 'grub-install' || firmware === 'uefi') && !(loader === 'grub-install' && unified),
);

/**
 * A small set of combinations that covers every pair of values in {@link allBoots}; of the sets of the same size that
 * were found, the one with the fewest boots from the full mirror.
 */
export const chosenBoots: readonly Boot[] = coverPairs(allBoots, (boot) =>
  mirrorSetOf(boot) === 'full' ? 1 : 0,
);

/**
 * The boots of one part. `part` is `K/N`, which means every Nth boot, starting with the Kth. Together, the N parts
 * contain every boot exactly once.
 *
 * @throws RangeError for any other text
 */
export function bootsOfPart<B>(part: string, all: readonly B[]): readonly B[] {
  const [k, n] = /^[1-9]\d{0,2}\/[1-9]\d{0,2}$/.test(part) ? part.split('/').map(Number) : [];
  if (k === undefined || n === undefined || k > n) {
    throw new RangeError(`a part of the boots must be K/N with K from 1 to N, such as 2/6: ${part}`);
  }
  return all.filter((_boot, index) => index % n === k - 1);
}

/** The package set of the demonstration mirror that a boot requires. */
export function mirrorSetOf({ kernels, network }: Boot): 'tiny' | 'full' {
  return kernels === 'linux' && network !== 'nm' ? 'tiny' : 'full';
}

export function bootTitle(boot: Boot): string {
  const { loader, firmware, unified, kernels, drives, network, profile } = boot;
  const images = unified ? ', unified' : '';
  return `${loader} from ${firmware}${images}: ${kernels}; drives: ${drives}; network: ${network}; profile: ${profile}`;
}

/** The keys that a boot changes in the example configuration. */
export function configurationOf(boot: Boot, nic: string): Record<string, unknown> {
  const { loader, unified, kernels, network, profile } = boot;
  const isServer = profile === 'server';
  return {
    bootloader: loader,
    ...(unified && { uki: true }),
    kernels: kernels.split(' and '),
    // In an emulated machine, generating host keys takes half as long as booting.
    packages: isServer ? ['openssh'] : [],
    services: isServer ? ['sshd'] : [],
    ...(network === 'nm' && { network_config: { type: 'nm' } }),
    ...(network === 'manual' && {
      network_config: {
        type: 'manual',
        nics: [{ iface: nic, ip: '10.0.2.77/24', gateway: '10.0.2.2', dns: ['10.0.2.3'] }],
      },
    }),
    ...(isServer && { profile: { main: 'server', details: 'nginx' } }),
    ...(profile === 'custom' && {
      profile: {
        main: 'custom',
        custom: [
          { packages: 'nginx tree', services: 'nginx' },
          { packages: 'openssh', services: 'sshd', enabled: false },
        ],
      },
    }),
  };
}
