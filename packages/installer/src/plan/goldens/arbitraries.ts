import { defined } from '@writ/diagnostics/internal';
import * as fc from 'fast-check';
import timezones from '../../data/timezones.json' with { type: 'json' };
import keymaps from '../../data/keymaps.json' with { type: 'json' };
import { mainOf } from '../../data/profiles.ts';
import { desktops } from '../../data/desktops.ts';
import { servers } from '../../data/servers.ts';
import type { Facts } from '../../facts/facts.ts';
import { machineFixture } from '../testing.ts';
import { driverNames } from './dimensions.ts';

/** Contained in every generated secret, and in nothing else. */
export const SECRET = 'qkanary';

const anyBoolean = fc.boolean();
const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-');
const word = fc.string({ unit, minLength: 1, maxLength: 8 }).map((text) => `w${text}`);
const secretText = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => `${SECRET}${text}`);
const hash = fc
  .string({ unit: fc.constantFrom(...'./0123456789abcABC'), minLength: 8, maxLength: 86 })
  .map((text) => `$6$${SECRET}$${text.padEnd(86, '.')}`);
const password = fc.oneof(secretText, hash, fc.record({ $secret: word.map((name) => `${SECRET}-${name}`) }));

const user = fc.record(
  {
    // Names that would collide if identifiers were composed carelessly.
    username: fc.oneof(word, fc.constantFrom('services', 'x-password', 'user-x', 'x', 'ada')),
    '!password': password,
    sudo: anyBoolean,
  },
  { requiredKeys: ['username'] },
);

const address = fc
  .tuple(fc.constantFrom('http', 'https'), fc.option(secretText.map(encodeURIComponent)), word)
  .map(([scheme, login, host]) => {
    const userInfo = login === null ? '' : `${SECRET}:${login}@`;
    return `${scheme}://${userInfo}${host}.example/$repo/os/$arch`;
  });

const mirrors = fc.oneof(
  fc.constant({}),
  fc.constantFrom({ Germany: {} }, { Austria: [], Worldwide: {} }),
  fc.dictionary(word, fc.array(address, { minLength: 1, maxLength: 3 }), { minKeys: 1, maxKeys: 2 }),
);

const byte = fc.integer({ min: 2, max: 250 });
const nic = fc.oneof(
  fc.record({ iface: word, dhcp: fc.constant(true) }),
  fc.record({ iface: word, byte }).map(({ iface, byte: last }) => ({
    iface,
    ip: `10.0.0.${last}/24`,
    gateway: '10.0.0.1',
    dns: ['10.0.0.1', '2001:db8::1'],
  })),
  fc.record({ iface: word, byte }).map(({ iface, byte: last }) => ({
    iface,
    dhcp: false,
    ip: `2001:db8::${last.toString(16)}/${last % 2 === 0 ? 64 : 128}`,
    gateway: 'fe80::1',
  })),
);
const network = fc.oneof(
  fc.constantFrom({ type: 'none' }, { type: 'nm' }),
  fc
    .uniqueArray(nic, { minLength: 1, maxLength: 3, selector: ({ iface }) => iface })
    .map((nics) => ({ type: 'manual', nics })),
);

const profile = fc.oneof(
  fc
    .record(
      {
        details: fc.constantFrom(...Object.keys(desktops)),
        gfx_driver: fc.constantFrom(...Object.values(driverNames)),
        greeter_type: fc.constantFrom('lightdm', 'sddm', 'gdm'),
      },
      { requiredKeys: ['details'] },
    )
    .map((rest) => ({ main: mainOf(rest.details), ...rest })),
  fc.constantFrom(...Object.keys(servers)).map((details) => ({ details })),
  fc.constantFrom({ main: 'desktop' }, { main: 'xorg' }, { main: 'minimal' }, { main: 'server' }),
  fc
    .array(
      fc.record({
        packages: fc.array(word).map((all) => all.join(' ')),
        services: word,
        enabled: anyBoolean,
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map(([first, ...others]) => ({ main: 'custom', custom: [{ ...first, enabled: true }, ...others] })),
);

/** Optional keys; some values resemble a plan's placeholders. */
const optional = {
  'additional-repositories': fc.constantFrom('multilib', 'testing'),
  audio_config: fc.constantFrom({ audio: 'pipewire' }, { audio: 'pulseaudio' }),
  hostname: fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((labels) => labels.map((label) => `${label}x`).join('.')),
  'keyboard-language': fc.constantFrom(...keymaps),
  timezone: fc.constantFrom(...timezones),
  network_config: network,
  ntp: anyBoolean,
  packages: fc.uniqueArray(fc.oneof(word, fc.constantFrom('openssh', 'base', 'gtk+', 'lib32-mesa')), {
    maxLength: 5,
  }),
  services: fc.uniqueArray(
    fc.oneof(
      word,
      word.map((name) => `${name}@tty1.service`),
    ),
    { maxLength: 4 },
  ),
  'custom-commands': fc.array(
    fc.oneof(
      fc.constantFrom('echo {tree} > {target}', 'rm -rf / --no-preserve-root', "';$(reboot)`x`", '../../etc'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => !text.includes('\0')),
    ),
    { maxLength: 3 },
  ),
  profile,
  'x-writ': fc.uniqueArray(fc.constantFrom('own', 'lab.x', '1-a_b'), { maxLength: 3 }).map((names) => ({
    ...(names.includes('lab.x') ? { desktops: ['hyprland', 'cosmic'] } : {}),
    repositories: names.map((name) => ({
      name,
      servers: ['https://own.example/$repo', 'file:///srv/{tree}/$arch'],
      ...(name === 'own' ? { signatures: 'none' } : { fingerprint: 'A'.repeat(40) }),
      ...(name === 'lab.x' ? { key: 'file:///root/{scratch}.gpg' } : {}),
    })),
  })),
} as const;

const required = {
  kernels: fc.uniqueArray(fc.constantFrom('linux', 'linux-lts', 'linux-zen', 'linux-hardened'), {
    minLength: 1,
  }),
  'mirror-region': mirrors,
  '!root-password': password,
  '!users': fc.uniqueArray(user, { maxLength: 3, selector: ({ username }) => username }),
  start: fc.constantFrom(
    { bootloader: 'systemd-bootctl', uki: true },
    { bootloader: 'systemd-bootctl', uki: false },
    { bootloader: 'efistub', uki: true },
    { bootloader: 'efistub', uki: false },
    { bootloader: 'grub-install', uki: false },
  ),
} as const;

export type GeneratedConfig = Readonly<Record<string, unknown>>;

/** Valid configurations. */
export const configs: fc.Arbitrary<GeneratedConfig> = fc
  .record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as (keyof typeof required)[] })
  .map(({ start, ...rest }) => ({ ...rest, ...start }));

/** A configuration key with a different value. */
export const changes: fc.Arbitrary<GeneratedConfig> = fc.oneof(
  ...Object.entries({
    ...optional,
    kernels: required.kernels,
    'mirror-region': required['mirror-region'],
  }).map(([key, values]) => (values as fc.Arbitrary<unknown>).map((value) => ({ [key]: value }))),
  required['!users'].map((users) => ({ '!users': users })),
);

/** The machine and the drives for which a plan is created. */
export interface GeneratedPlace {
  readonly machine?: Facts;
  readonly targets: readonly string[];
}

const images: fc.Arbitrary<GeneratedPlace> = fc
  .uniqueArray(
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
      .filter((name) => !/[\0/@?\\$*(){}[\]`~]|^\.+$/.test(name)),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((names) => ({ targets: names.map((name) => `/images/${name}.img`) }));

const GIB = 2 ** 30;

/** UEFI machines with arbitrary disk and processor names. */
const machines: fc.Arbitrary<GeneratedPlace> = fc
  .record({
    cpuVendor: fc.constantFrom('GenuineIntel', 'AuthenticAMD', '', 'CentaurHauls'),
    virtualMachine: fc.option(fc.constantFrom('kvm', 'other'), { nil: undefined }),
    soundModules: fc.subarray(['snd_hda_intel', 'snd_sof_pci_intel_tgl', 'snd_mona']),
    model: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { nil: undefined }),
    serial: fc.option(word, { nil: undefined }),
    sectorSize: fc.constantFrom(512, 4096),
    size: fc.integer({ min: 2 * GIB, max: 2 ** 43 }).map((size) => size - (size % 4096)),
    drives: fc.constantFrom(1, 2),
    path: fc.constantFrom('/dev/sda', '/dev/nvme0n1', '/dev/mmcblk0'),
  })
  .map(({ model, serial, sectorSize, size, drives, path, virtualMachine, ...rest }) => {
    const { virtualMachine: _other, ...fixture } = machineFixture('qemu-uefi');
    const first = { ...fixture.disks[0]!, path, sectorSize, size, ...defined({ model }) };
    const second = { ...first, path: '/dev/sdz' };
    const disks = [{ ...first, ...defined({ serial }) }, second];
    const machine: Facts = {
      ...fixture,
      ...rest,
      ...defined({ virtualMachine }),
      disks,
    };
    return { machine, targets: [path, '/dev/sdz'].slice(0, drives) };
  });

export const generatedPlaces: fc.Arbitrary<GeneratedPlace> = fc.oneof(images, machines);

/** Returns the configuration with each secret replaced by a different secret of the same kind. */
export function withOtherSecrets(config: GeneratedConfig): GeneratedConfig {
  return JSON.parse(
    JSON.stringify(config).replaceAll(SECRET, SECRET.toUpperCase().replace('K', 'KK')),
  ) as GeneratedConfig;
}
