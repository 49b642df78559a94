/** Faulty configurations, used to collect the findings that each key can cause. */
import type { Diagnostic } from '@writ/diagnostics';
import { checkConfiguration, type CheckRequest } from '../../src/config/check.ts';
import { expandSchema, knownKeys, type KnownKey } from '../../src/config/schema-view.ts';
import { pointerKeys } from '../../src/config/pointers.ts';
import { setValueAt, type Json } from './place.ts';

/** The smallest valid configuration. */
const minimal = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Worldwide: {} },
  '!root-password': 'plain',
};

/** Faults other than wrong types and values of single keys: changes to {@link minimal}. */
const faultyChanges: readonly object[] = [
  { bootloader: undefined },
  { '!root-password': undefined },
  { '!users': [{ username: 'Ada' }, { username: 'ada' }, { username: 'ada' }] },
  { '!users': { username: 'ada', sudo: true } },
  { '!users': { username: 'root', '!password': '$6$cut' } },
  { '!root-password': '', '!users': { username: 'ada' } },
  { '!root-password': undefined, '!users': { username: 'ada', '!password': '' } },
  { '!root-password': '$6$cut' },
  { '!root-password': 'CHANGEME' },
  { '!root-password': '!', '!users': { username: 'ada', '!password': '*' } },
  { '!users': { username: 'ada', '!password': 'CHANGEME' } },
  { uki: true, bootloader: 'grub-install' },
  { hostname: 'my_host' },
  { timezone: 'Europe/Berln' },
  { 'keyboard-language': 'german' },
  { 'mirror-region': { Germny: {} } },
  { 'mirror-region': { Here: { 'https://mirror.example/$repo/os/$arch': false } } },
  { 'mirror-region': { Here: ['https://mirror.example/'] } },
  { 'mirror-region': null },
  { profile: { main: 'server', details: 'gnome' } },
  { profile: { main: 'custom' } },
  { profile: { main: 'custom', custom: [{ packages: 'git --needed', services: 'ngin x;' }] } },
  { profile: { main: 'custom', custom: [{ packages: 'leafpad', services: 'nginx httpd' }] } },
  { profile: { main: 'desktop', details: 'cutefish', gfx_driver: 'Nvidia (proprietary)' } },
  { profile: { main: 'server', details: 'nginx', gfx_driver: 'Intel (open-source)', greeter_type: 'gdm' } },
  { profile: { main: 'server', details: 'nginx', custom: [] }, services: ['httpd'] },
  { profile: { path: 'http://example.org/kiosk.json' } },
  { profile: { path: 'profiles/hyprland.py' } },
  { profile: { path: '<PROFILE>' } },
  { network_config: { type: 'manual' } },
  { network_config: { type: 'nm', nics: [{ iface: 'eth0' }] } },
  { network_config: { type: 'manual', nics: [{ iface: 'eth 0', dhcp: false }] } },
  { network_config: { type: 'manual', nics: [{ iface: 'a', ip: '10.0.0.300/8' }, { iface: 'a' }] } },
  {
    network_config: {
      type: 'manual',
      nics: [{ iface: 'a', ip: '10.0.0.2/8', gateway: '192.168.0.1', dns: ['x'] }],
    },
  },
  {
    network_config: {
      type: 'manual',
      nics: [{ iface: 'a', dhcp: true, ip: '10.0.0.2/8', gateway: '10.0.0.1' }],
    },
  },
  { network_config: { type: 'manual', nics: [{ iface: '<IFACE>', ip: '', gateway: '' }] } },
  { harddrives: ['/dev/sda', '/dev/sda'] },
  { harddrives: ['sda1', '/dev/<DISK>'] },
  { harddrives: ['/dev/sda', '/dev/sdb', '/dev/sdc'] },
  { kernels: ['linux', 'linux'] },
  { packages: ['git', 'git', 'git vim', 'leafpad', '${PACKAGES}'] },
  { services: ['sshd', 'sshd.service', 'dropbear', 'a b', '${SERVICES}'] },
  { 'custom-commands': ['useradd <USER>', 'true\0', 'git clone https://ada:pass@git.example/x'] },
  { 'x-writ': { commands: { early: ['useradd <USER>', 'true\0', 'curl -u ada:pass https://a.example'] } } },
  { 'x-writ': { commands: { error: ['useradd <USER>', 'true\0', 'curl -u ada:pass https://a.example'] } } },
  {
    harddrives: ['/dev/sda'],
    'x-writ': {
      disk: { layout: 'mounted', 'file-system': 'xfs', home: { size: 'rest', 'root-size': '40GiB' } },
      swap: { kind: 'file', size: '1GiB' },
    },
  },
  { harddrives: ['/dev/sda\n'] },
  { 'sys-language': 'de_DE', 'sys-encoding': 'UTF-8' },
  { pakages: ['git'] },
  { users: [{ username: 'ada' }] },
  { 'keyboard-layout': 'de' },
  { 'x-writ': { sawp: { kind: 'zram' } } },
  { 'x-writ': { swap: { kind: 'file' } } },
  { 'x-writ': { swap: { kind: 'none', size: '1GiB' } } },
  { 'x-writ': { swap: { kind: 'zram', hibernate: true } } },
  { 'x-writ': { disk: { 'file-system': 'f2fs' }, swap: { kind: 'file', size: '1GiB' } } },
  { 'x-writ': { disk: { home: { size: 'rest' }, btrfs: { subvolumes: [{ name: '@', mount: '/boot' }] } } } },
  { 'x-writ': { disk: { 'file-system': 'btrfs', btrfs: { snapshots: 'snapper', subvolumes: [] } } } },
  {
    'x-writ': {
      disk: { layout: 'partitions', partitions: [{ kind: 'efi', size: '1GiB' }, { kind: 'data' }] },
    },
  },
  { 'x-writ': { disk: { layout: 'partitions' } } },
  { 'x-writ': { disk: { layout: 'partitions', partitions: [] } } },
  { 'x-writ': { disk: { layout: 'partitions', partitions: [{ drive: 2, keep: {} }] } } },
  { 'x-writ': { disk: { luks: { '!passphrase': 'short' } } } },
  { 'x-writ': { disk: { luks: { '!passphrase': 'many beautiful passphräses' } } } },
  { 'x-writ': { disk: { luks: { '!passphrase': 'long enough', 'kdf-memory': 1, 'kdf-rounds': 101 } } } },
  {
    'x-writ': {
      repositories: [
        { name: 'extra', servers: ['https://repo.example/$arch'] },
        { name: 'myrepo', servers: ['https://repo.example/$arch'], signatures: 'none' },
      ],
    },
  },
  {
    network_config: { type: 'manual', nics: [{ iface: 'enp3s0' }] },
    'x-writ': {
      network: {
        bonds: [{ name: 'bond0', interfaces: ['enp3s0'] }],
        vlans: [{ name: 'bond0', id: 1, link: 'enp3s0' }],
      },
    },
  },
  { 'x-writ': { network: { vlans: [{ name: 'office', id: 10, link: 'enp3s0' }] } } },
  { '!users': { username: 'ada' }, 'x-writ': { accounts: { ada: { 'authorized-keys': ['no key'] } } } },
  { 'x-writ': { aur: { packages: ['yay'] }, desktops: ['niri', 'niri'] } },
  { 'x-writ': { features: { firewall: 'ufw' } }, services: ['sshd'] },
];

const advanced: readonly object[] = [
  { 'sys-language': 'de_DD' },
  { 'sys-language': 'de_DE', 'sys-encoding': 'koi8' },
];

/** Faulty files that cannot be written as an object. */
const faultyFiles: readonly string[] = [
  '',
  '[1]',
  '\ufeff{}',
  '{"x-a": 1, "x-a": 2}',
  '{} {}',
  '{} x',
  '{"a": 1,}',
  '{"a": 1 "b": 2}',
  '{"a": 1,, "b": 2}',
  '{"a" 1}',
  '{"a": }',
  '{"a": "b}',
  '{"a": "b "c" d"}',
  "{'a': 1}",
  '{a: 1}',
  '{"a": yes}',
  '{"a": 01}',
  '{"a": "b\u0001"}',
  '{"a": "b\nc"}',
  String.raw`{"a": "\x"}`,
  '{"a": [1',
  '{"a": 1}}',
  '{"a": [1}}',
  '{"a": 1 /* one */}',
  '{\u00a0"a": 1}',
  '{"a": 1; "b": 2}',
  '{"a": 1, [2], "b": 2}',
  '{"a": "x" "y", "b": 2}',
  '{"a": ["b": 1]}',
  `${'['.repeat(70)}${']'.repeat(70)}`,
  `{${'"a" "b" '.repeat(150)}}`,
];

/** A finding and the path of its key. The path is empty for a finding about the whole file. */
export interface FoundAt {
  readonly finding: Diagnostic;
  readonly key: string;
}

/** All findings about these configurations, each rule once for each key. */
export function foundFaults(): FoundAt[] {
  const requests: CheckRequest[] = [
    ...faultyChanges.map((change) => requestFor({ ...minimal, ...change })),
    ...advanced.map((change) => requestFor({ ...minimal, ...change }, { advanced: true })),
    ...knownKeys().flatMap((known) =>
      wrongValues(known).map((value) => requestFor(setValueAt(minimal, known.path, value))),
    ),
    ...faultyFiles.map((text) => ({ config: { file: 'config.json', text } })),
    requestFor({
      variables: { name: { type: 'hostname' } },
      configuration: { ...minimal, hostname: '{{name}}' },
    }),
    { config: { file: 'config.json', text: new Uint8Array([0x22, 0xff, 0x22]) } },
    { config: { file: 'config.json', text: new Uint8Array([0xff, 0xfe, 0x7b, 0x00]) } },
    { config: { file: 'config.json', text: ' '.repeat(1024 ** 2 + 1) } },
    requestFor({ '!root-password': 'x', '!users': { username: 'ada', '!password': 'y' } }),
    requestFor(
      {
        ...minimal,
        '!root-password': { $secret: 'rot' },
        '!users': { username: 'ada', '!password': { $secret: 'ada' } },
      },
      { creds: { file: 'creds.json', text: '{"root": "x", "ada": 5}' } },
    ),
    requestFor(
      {
        ...minimal,
        '!root-password': { $secret: 'root' },
        'custom-commands': [{ $secret: 'it' }, { $secret: 'is' }],
        'x-writ': {
          commands: {
            early: [{ $secret: 'it' }, { $secret: 'is' }],
            error: [{ $secret: 'it' }, { $secret: 'is' }],
          },
          disk: { luks: { '!passphrase': { $secret: 'disk' } } },
        },
      },
      { creds: { file: 'creds.json', text: '{"root": 5, "it": 5}' } },
    ),
  ];
  const found = new Map<string, FoundAt>();
  for (const request of requests) {
    for (const finding of checkConfiguration(request).findings) {
      const key = keyOf(finding.pointer ?? '');
      const name = `${finding.rule} ${key}`;
      if (!found.has(name)) found.set(name, { finding, key });
    }
  }
  return [...found.values()];
}

function requestFor(config: Json, options: Omit<CheckRequest, 'config'> = {}): CheckRequest {
  return { config: { file: 'config.json', text: JSON.stringify(config, null, 2) }, ...options };
}

/** Values of another type, null, empty values, and values that are not allowed. */
function wrongValues({ schema }: KnownKey): unknown[] {
  const all = expandSchema(schema);
  const range = all.find(({ minimum }) => minimum !== undefined);
  if (range !== undefined) return [null, 'nonsense', range.minimum! - 1, range.maximum! + 1];
  const texts = all.some(({ type }) => type === 'string');
  const lists = all.some(({ type }) => type === 'array');
  return [5, null, ...(texts ? ['nonsense', ''] : []), ...(lists ? [[], [5], [''], ['nonsense']] : [])];
}

const names = new Set(knownKeys().map(({ path }) => path.join('.')));

/** The path of the innermost known key. */
function keyOf(pointer: string): string {
  const path = pointerKeys(pointer).filter((key) => !/^\d+$/.test(key));
  while (path.length > 0 && !names.has(path.join('.'))) path.pop();
  return path.join('.');
}
