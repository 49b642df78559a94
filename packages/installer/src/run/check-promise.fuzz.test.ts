import { globSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasErrors } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../config/check.ts';
import { checkProfile } from './check-profile.ts';
import { install } from './install.ts';
import { temporaryFolder } from './testing.ts';

/** Rules that depend on the target, the machine or the credentials. A check need not report them. */
const excepted = new Set(['iso-network', 'loader-needs-uefi', 'no-consent', 'secret-missing']);

/**
 * Checks a configuration and starts its installation. Both must report the same findings, except for the
 * rules above.
 */
async function compare(text: string | Uint8Array, folder: string): Promise<'passes' | 'fails'> {
  const config = { file: join(folder, 'machine.json'), text };
  const checked = checkConfiguration({ config });
  const profile = await checkProfile(checked, config.file);
  const request = { config, targets: [join(folder, 'disk.img')] };
  const planned = await install({ ...request, dryRun: true });
  const begun = await install(request);
  const errors = begun.findings.filter(({ severity }) => severity === 'error');
  if (hasErrors([...checked.findings, ...profile.findings])) {
    expect(['findings', 'usage']).toContain(planned.outcome);
    expect(['findings', 'usage']).toContain(begun.outcome);
    return 'fails';
  }
  expect(errors.filter(({ rule = '' }) => !excepted.has(rule))).toEqual([]);
  // The installation writes nothing without consent.
  expect(begun.outcome).toBe('refused');
  expect(['done', 'refused']).toContain(planned.outcome);
  return 'passes';
}

const faulty = fileURLToPath(new URL('../config/fixtures/faulty/', import.meta.url));

describe('a configuration without errors can be planned:', () => {
  it.each(globSync('*.case', { cwd: faulty }))('faulty file %s', async (name) => {
    const [text = ''] = readFileSync(faulty + name, 'utf8').split('=== findings\n');
    expect(await compare(text, await temporaryFolder())).toBe('fails');
  });
});

const here = 'http://127.0.0.1:9/$repo/os/$arch';
const digest = 'a'.repeat(64);

/** Valid and invalid values for each key. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  bootloader: ['systemd-bootctl', 'grub-install', 'efistub', 'Grub', 5],
  kernels: [['linux'], ['linux-lts', 'linux'], ['linux', 'linux'], [], ['linux-rt'], 'linux'],
  'mirror-region': [
    {},
    { Germany: {} },
    { Here: [here] },
    { Here: { [here]: { $secret: 'login' } } },
    { Here: { 'http://ada:pw@127.0.0.1:9/$repo/os/$arch': true } },
    { Here: { [here]: false } },
    { Germny: {} },
    'Germany',
    null,
  ],
  '!root-password': ['x', '', '$6$cut', { $secret: 'root' }, null, 'a\nb', 5],
  '!users': [
    { username: 'ada', '!password': 'x', sudo: true },
    [{ username: 'ada' }, { username: 'bob', '!password': { $secret: 'bob' } }],
    [{ username: 'ada', enc_password: '$6$x', groups: ['video'] }],
    { ada: { '!password': 'x' } },
    { username: { '!password': 'x' } },
    [{ username: 'root' }],
    {},
    'ada',
  ],
  uki: [true, false, 'yes'],
  hostname: ['attic', 'my_host', '', 5],
  timezone: ['UTC', 'Europe/Berlin', 'Europe/Berln'],
  'keyboard-language': ['us', 'de-latin1', 'german'],
  'sys-language': ['de_DE', 'xx'],
  ntp: [true, 'on'],
  packages: [['git'], ['git', 'leafpad'], ['git vim'], [''], ['yay'], 'git'],
  services: [['sshd'], ['sshd', 'dropbear'], ['a b']],
  'custom-commands': [['true'], [{ $secret: 'join' }], ['curl -u ada:pw https://a.example'], [''], ['a\0b']],
  harddrives: [['/dev/sda'], ['/dev/sda', '/dev//sda'], ['a.img', '/dev/sda'], ['sda'], [], '/dev/sda'],
  'additional-repositories': ['multilib', 'testing', ['multilib'], 'extra'],
  audio_config: [{ audio: 'pipewire' }, { audio: 'none' }, 'pipewire'],
  network_config: [
    { type: 'nm' },
    { type: 'none' },
    { type: 'iso' },
    { type: 'manual', nics: [{ iface: 'eth0' }] },
    { type: 'manual', nics: [{ iface: 'eth0', dhcp: false, ip: '10.0.0.2/8', gateway: '10.0.0.1' }] },
    { type: 'manual', nics: [{ iface: 'eth0', dhcp: false }] },
    { type: 'manual' },
    { type: 'iwd' },
  ],
  profile: [
    { main: 'desktop', details: 'gnome', greeter_type: 'gdm' },
    { main: 'server', details: 'nginx' },
    { main: 'custom', custom: [{ packages: 'git', services: 'sshd' }] },
    { main: 'custom' },
    { main: 'server', details: 'gnome' },
    { main: 'desktop', details: 'cutefish', gfx_driver: 'Nvidia (proprietary)' },
    { path: 'good.json' },
    { path: 'bad.json' },
    { path: 'none.json' },
    { path: '.' },
    { path: '' },
    { path: '', main: 'minimal' },
    { path: 'http://127.0.0.1:9/p.json' },
    { path: 'https://127.0.0.1:9/p.json' },
    { path: `https://ada:pw@127.0.0.1:9/p.json#sha256=${digest}` },
    { path: 'profiles/desktop.py' },
    { path: 'profiles/hyprland.py' },
  ],
  disk_config: [{}, null, { config_type: 'default_layout' }],
  disk_encryption: [{ encryption_type: 'luks' }],
  '!encryption-password': ['x', null],
  users: [[{ username: 'ada' }], null],
  filesystem: ['btrfs'],
  auth_config: [{ u2f_config: {} }],
  '/dev/sda': [{ wipe: true }],
  swap: [true],
  version: ['2.8.6'],
  pakages: [['git']],
  'x-writ': [
    { repositories: [{ name: 'own', servers: ['https://own.example/$arch'], fingerprint: 'A'.repeat(40) }] },
    { repositories: [{ name: 'own', servers: ['https://ada:pw@own.example/'], signatures: 'none' }] },
    { repositories: [{ name: 'core', servers: ['file:///srv/$repo'], signatures: 'none' }] },
    { repositories: [{ name: 'own', servers: [] }] },
    { desktops: ['hyprland', 'xmonad'] },
    { aur: { packages: ['yay'] } },
    {
      disk: {
        layout: 'partitions',
        partitions: [
          { kind: 'efi', size: '1GiB' },
          { kind: 'root', size: 'rest' },
        ],
      },
    },
    { disk: { layout: 'partitions', partitions: [{ kind: 'root', size: 'rest' }, { kind: 'root' }] } },
    { network: { vlans: [{ name: 'office', id: 10, link: 'eth0' }] } },
  ],
  'x-mine': [{ any: 'thing' }],
};

it('generated configurations without errors can be planned', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'good.json'), '{"packages": ["git"], "services": ["sshd"]}');
  await writeFile(join(folder, 'bad.json'), '{"packages": "git"}');
  // Mostly valid values, so that some configurations are valid.
  const anyOf = (list: readonly unknown[]): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(list[0]) }, fc.constantFrom(...list));
  const required = ['bootloader', 'kernels', 'mirror-region', '!root-password'];
  const others = fc.uniqueArray(
    fc.constantFrom(...Object.keys(values).filter((key) => !required.includes(key))),
    { maxLength: 4 },
  );
  const configuration = others.chain((keys) =>
    fc.record(Object.fromEntries([...required, ...keys].map((key) => [key, anyOf(values[key]!)]))),
  );
  const seen = { passes: 0, fails: 0 };
  await fc.assert(
    fc.asyncProperty(configuration, async (value) => {
      seen[await compare(JSON.stringify(value), folder)] += 1;
    }),
  );
  expect(seen.passes).toBeGreaterThan(20);
  expect(seen.fails).toBeGreaterThan(20);
});

it.each(Object.entries(values).flatMap(([key, list]) => list.map((value) => [key, value] as const)))(
  'a configuration without errors can be planned: %s: %j',
  async (key, value) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'good.json'), '{"packages": ["git"], "services": ["sshd"]}');
    await writeFile(join(folder, 'bad.json'), '{"packages": "git"}');
    const least = {
      bootloader: 'grub-install',
      kernels: ['linux'],
      'mirror-region': {},
      '!root-password': 'x',
    };
    await compare(JSON.stringify({ ...least, [key]: value }), folder);
  },
);

// WRIT_SAMPLES is a folder of real configurations, which cannot be published.
const samples = process.env['WRIT_SAMPLES'];

describe.skipIf(samples === undefined)('a real file without errors can be planned:', () => {
  const root = samples ?? '.';
  const files =
    samples === undefined ? [] : readdirSync(root).filter((file) => /(?<!INDEX)\.json$/.test(file));

  it.each(files)('%s', async (file) => {
    await compare(readFileSync(join(root, file)), await temporaryFolder());
  });
});
