import type { MachineName } from '../../facts/fake-machines/machines.ts';
import type { InstallerConfig } from '../../schema/types.gen.ts';
import type { PlannedCase } from '../testing.ts';
import { absent, driverNames, type Dimension } from './dimensions.ts';
import type { Row } from './pairwise.ts';

type Values = Row<Dimension>;

/** A configuration, and the options with which it is planned. */
export interface GoldenCase {
  readonly config: object;
  readonly options: PlannedCase;
  /** The equivalent `writ plan` command. */
  readonly command: string;
}

/** Contained in every secret, so that a search for this word finds any secret in a plan. */
export const SECRET = 'canary';
const hash = `$6$${SECRET}salt$${`${SECRET}hash`.padEnd(86, '.')}`;
const servers = [
  'https://one.mirror.example/$repo/os/$arch',
  'http://two.mirror.example:8080/arch/$repo/$arch',
];

const kernels: Readonly<Record<string, readonly string[]>> = {
  all: ['linux-zen', 'linux', 'linux-hardened', 'linux-lts'],
};

const mirrors: Readonly<Record<string, InstallerConfig['mirror-region']>> = {
  automatic: {},
  given: { Here: servers },
  partly: { Austria: {}, Here: { [servers[0]!]: true, [servers[1]!]: false } },
  login: { Here: [`https://reader:${SECRET}@mirror.example/$repo/os/$arch`] },
};

const networks: Readonly<Record<string, object>> = {
  nm: { type: 'nm' },
  none: { type: 'none' },
  iso: { type: 'iso' },
  ipv4: {
    type: 'manual',
    nics: [
      { iface: 'enp3s0', ip: '192.168.1.5/24', gateway: '192.168.1.1', dns: ['192.168.1.1', '9.9.9.9'] },
    ],
  },
  several: {
    type: 'manual',
    nics: [
      { iface: 'enp3s0', dhcp: true, dns: ['1.1.1.1'] },
      { iface: 'enp4s0', ip: '2001:db8::5/64', gateway: 'fe80::1', dns: ['2001:db8::53'] },
      { iface: 'enp5s0', dhcp: false, ip: '203.0.113.5/32', gateway: '198.51.100.1' },
      { iface: 'wlan*' },
    ],
  },
};

const passwords: Readonly<Record<string, unknown>> = {
  plain: `${SECRET} "root\\`,
  hash,
  named: { $secret: 'vault-root' },
};

const users: Readonly<Record<string, unknown>> = {
  one: { username: 'ada', '!password': `${SECRET} ä%`, sudo: true },
  locked: { username: 'backup' },
  several: [
    { username: 'ada', '!password': hash, sudo: true },
    { username: 'eve', '!password': { $secret: 'vault-eve' }, sudo: false },
    { username: 'grace_h', sudo: false },
  ],
};

const disks: Readonly<Record<string, readonly string[]>> = {
  image: ['/images/system.img', '/images/home.img'],
  'uefi-laptop': ['/dev/nvme0n1'],
  'bios-server': ['serial=ZC11A0B1', '/dev/disk/by-id/wwn-0x5000c500a1b2c3d5'],
  'qemu-uefi': ['/dev/vda'],
  'virtualbox-bios': ['model=VBOX HARDDISK'],
  'live-usb-4kn': ['/dev/nvme0n1'],
};

/** Content of kiosk.json, the profile file. */
const definition = {
  name: 'kiosk',
  main: 'desktop',
  packages: ['cage', 'firefox'],
  package_groups: ['fprint'],
  services: ['kiosk.service'],
  user_groups: ['video'],
  default_greeter: 'gdm',
} as const;

export function goldenCase(row: Values): GoldenCase {
  const targets = (disks[row.place] ?? []).slice(0, row.drives === 'two' ? 2 : 1);
  const config = buildConfiguration(row, targets);
  const machine = row.place === 'image' ? {} : { machine: row.place as MachineName };
  const firmware = row.firmware as 'uefi' | 'bios';
  const advanced = row.locale !== absent;
  return {
    config,
    options: { ...machine, firmware, advanced, ...(row.main === 'file' ? { definition } : {}) },
    command: [
      'writ plan config.json',
      ...(row.place === 'image' ? [] : [`--facts ${row.place}.json`]),
      `--firmware ${firmware}`,
      ...(advanced ? ['--advanced'] : []),
    ].join(' '),
  };
}

function buildConfiguration(row: Values, harddrives: readonly string[]): object {
  const ifPresent = (dimension: Dimension, values: object): object =>
    row[dimension] === absent ? {} : values;
  return {
    harddrives,
    bootloader: row.bootloader,
    ...(row.uki === 'true' ? { uki: true } : {}),
    kernels: kernels[row.kernels] ?? [row.kernels],
    'mirror-region': mirrors[row.mirrors],
    ...ifPresent('repository', { 'additional-repositories': row.repository }),
    ...ifPresent('main', { profile: buildProfile(row) }),
    ...ifPresent('audio', { audio_config: { audio: row.audio } }),
    ...(row.network === 'none' && row.commands === absent ? {} : { network_config: networks[row.network] }),
    ...(row.ntp === 'true' ? { ntp: true } : {}),
    ...ifPresent('locale', {
      hostname: 'workshop.example.org',
      timezone: 'Europe/Berlin',
      'keyboard-language': 'de-latin1',
      'sys-language': 'de_DE',
      'sys-encoding': 'UTF-8',
    }),
    ...ifPresent('packages', { packages: ['git', 'openssh', 'base-devel'] }),
    ...ifPresent('services', { services: ['sshd', 'fstrim.timer'] }),
    ...ifPresent('commands', {
      'custom-commands': ['echo "Grüße" > /etc/motd', "systemctl set-default 'multi-user.target'"],
    }),
    ...ifPresent('root', { '!root-password': passwords[row.root] }),
    ...ifPresent('users', { '!users': users[row.users] }),
  };
}

function buildProfile({ main, details, driver, greeter }: Values): object {
  return {
    ...(main === 'file' ? { path: 'kiosk.json' } : { main }),
    ...(main === 'custom'
      ? {
          custom: [
            { packages: 'nginx certbot', services: 'nginx' },
            { packages: 'tree', enabled: false },
          ],
        }
      : {}),
    ...(details === absent ? {} : { details }),
    ...(driver === absent ? {} : { gfx_driver: driverNames[driver] }),
    ...(greeter === absent ? {} : { greeter_type: greeter }),
  };
}
