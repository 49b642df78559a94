import type { SetName } from '@writ/mirror';

/** The package groups that a procedure installs in sequence. */
export interface Groups {
  readonly base: string;
  readonly kernels: string;
  readonly loader: string;
  readonly network: string;
  readonly sound: string;
  readonly programs: string;
  readonly desktop: string;
  readonly graphics: string;
  readonly greeter: string;
}

/** An installation that is measured. */
export interface InstallSet {
  readonly mirror: SetName;
  readonly groups: Groups;
  readonly services: readonly string[];
  readonly imageMegabytes: number;
}

const none = { network: '', sound: '', desktop: '', graphics: '', greeter: '' };
const serverPrograms = 'openssh nginx tree';
const full: InstallSet = {
  mirror: 'full',
  groups: {
    ...none,
    base: 'base base-devel linux-firmware mkinitcpio sudo',
    kernels: 'linux linux-lts',
    loader: 'efibootmgr',
    network: 'networkmanager',
    programs: serverPrograms,
  },
  services: ['NetworkManager.service', 'sshd.service'],
  imageMegabytes: 4096,
};

export const installSets: Readonly<Record<string, InstallSet>> = {
  small: {
    mirror: 'tiny',
    groups: {
      ...none,
      base: 'base mkinitcpio sudo',
      kernels: 'linux',
      loader: 'efibootmgr',
      programs: 'openssh',
    },
    services: ['sshd.service'],
    imageMegabytes: 3072,
  },
  full,
  large: {
    ...full,
    mirror: 'large',
    groups: {
      ...full.groups,
      sound: 'pipewire wireplumber',
      programs: `${serverPrograms} vim git htop rsync gcc-defaults make-dfsg python3-defaults strace wget unzip man-db`,
      // This package depends on all packages that the other groups do not install.
      desktop: 'desktop',
      graphics: 'xorg-server xserver-xorg-input-libinput mesa',
      greeter: 'lightdm lightdm-gtk-greeter',
    },
    imageMegabytes: 8192,
  },
};

/** Returns the packages that the groups list. */
export function namedPackages({ groups }: InstallSet): string[] {
  return Object.values(groups as Readonly<Record<keyof Groups, string>>).flatMap((group) =>
    group.split(' ').filter(Boolean),
  );
}

/** The configuration from which Writ installs the same packages with the same settings. */
export function writConfiguration(set: InstallSet, servers: readonly string[]): Record<string, unknown> {
  const kernels = set.groups.kernels.split(' ');
  const network = set.groups.network !== '';
  const own = new Set(['base', 'mkinitcpio', 'sudo', 'networkmanager', ...kernels]);
  return {
    bootloader: 'systemd-bootctl',
    kernels,
    'mirror-region': { Benchmark: Object.fromEntries(servers.map((server) => [server, true])) },
    hostname: 'demonstration',
    timezone: 'Europe/Berlin',
    packages: namedPackages(set).filter((name) => !own.has(name)),
    services: network ? set.services.filter((name) => name !== 'NetworkManager.service') : set.services,
    ...(network ? { network_config: { type: 'nm' } } : {}),
    '!root-password': 'demo-root',
    '!users': { username: 'ada', '!password': 'demo-ada', sudo: true },
    'custom-commands': ["echo 'installed by the benchmark' > /etc/motd"],
  };
}
