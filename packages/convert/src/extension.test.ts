import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '@writ/installer';
import { convertValue, outputOf } from './testing.ts';

/** A configuration with an archinstall key, which is therefore converted. */
const minimal = {
  bootloader: 'efistub',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': 'x',
  silent: false,
};

const drive = (partitions: object[]): object => ({ device: '/dev/sda', wipe: true, partitions });
const MIB = 2 ** 20;
const size = (value: number, unit = 'MiB'): object => ({ unit, value, sector_size: null });
const boot = { status: 'create', fs_type: 'fat32', mountpoint: '/boot', size: size(512) };
const root = { status: 'create', fs_type: 'ext4', mountpoint: '/', size: size(20, 'GiB') };
const home = { status: 'create', fs_type: 'ext4', mountpoint: '/home', size: size(100, 'Percent') };
const swap = { status: 'create', fs_type: 'linux-swap', mountpoint: null, size: size(2048 * MIB, 'B') };
const volumes = [
  { name: '@', mountpoint: '/' },
  { name: '@.snapshots', mountpoint: '/.snapshots' },
];
const btrfs = {
  ...root,
  fs_type: 'btrfs',
  mountpoint: null,
  btrfs: volumes,
  mount_options: ['compress=zstd'],
};

const layout = (...partitions: object[]): object => ({
  disk_config: { config_type: 'manual_partitioning', device_modifications: [drive(partitions)] },
});

/** Converts the minimal configuration with a change, and checks the result. */
function convertChange(change: object): { extension: unknown; drives: unknown; rules: string[] } {
  const result = convertValue({ ...minimal, ...change });
  if (result.text === undefined)
    return { extension: undefined, drives: undefined, rules: [...result.acceptable] };
  const { findings } = checkConfiguration({ config: { file: 'new.json', text: result.text } });
  // The warning about repositories without signatures is intended.
  const others = findings.filter(({ rule }) => rule !== 'unsigned-repository');
  expect(others.filter(({ severity }) => severity !== 'note')).toEqual([]);
  const output = outputOf(result) as Record<string, unknown>;
  // Changed sizes are tested with lists of partitions.
  const rules = result.findings
    .filter(({ severity, pointer = '' }) => severity !== 'note' && !pointer.endsWith('/size'))
    .map(({ rule = '' }) => rule);
  return { extension: output['x-writ'], drives: output['harddrives'], rules };
}

const repository = (name: string, check: string): object => ({
  name,
  url: 'https://own.example/$arch',
  sign_check: check,
  sign_option: 'TrustAll',
});

const withSnapshots = (type: string, partition: object = btrfs): object => ({
  disk_config: {
    config_type: 'manual_partitioning',
    device_modifications: [drive([boot, partition])],
    btrfs_options: { snapshot_config: { type } },
  },
});

it.each([
  ['Snapper', 'snapper'],
  ['Timeshift', 'timeshift'],
])('snapshots by %s are retained', (type, snapshots) => {
  const { extension, rules } = convertChange(withSnapshots(type));
  expect(extension).toMatchObject({ disk: { btrfs: { snapshots } } });
  expect(rules).toEqual(['nearest-equivalent']);
});

it('snapshots without a subvolume for / are a loss', () => {
  const { rules } = convertChange(withSnapshots('Snapper', { ...btrfs, mountpoint: '/', btrfs: [] }));
  expect(rules).toEqual(['disk_config.btrfs_options']);
});

describe('archinstall settings for which x-writ has keys', () => {
  it.each<[string, object, object | undefined, readonly string[]]>([
    ['swap', { swap: true }, { swap: { kind: 'zram' } }, []],
    ['disabled swap', { swap: { enabled: false } }, undefined, []],
    [
      'swap with another algorithm',
      { swap: { enabled: true, algorithm: 'lz4' } },
      { swap: { kind: 'zram' } },
      ['no-equivalent'],
    ],
    [
      'applications',
      {
        app_config: {
          bluetooth_config: { enabled: true },
          print_service_config: { enabled: true },
          power_management_config: { power_management: 'tuned' },
          firewall_config: { firewall: 'firewalld' },
          fonts_config: { fonts: ['noto-fonts'] },
        },
      },
      {
        features: { bluetooth: true, printing: true, power: 'tuned', firewall: 'firewalld', fonts: true },
      },
      ['nearest-equivalent'],
    ],
    [
      'a repository without signatures',
      { mirror_config: { custom_repositories: [repository('own', 'Never')] } },
      { repositories: [{ name: 'own', servers: ['https://own.example/$arch'], signatures: 'none' }] },
      [],
    ],
    [
      'repositories that cannot be converted',
      {
        mirror_config: {
          custom_mirrors: [repository('own', 'Required'), repository('Own', 'Never'), { name: 'own' }],
        },
      },
      undefined,
      ['no-equivalent', 'no-equivalent', 'no-equivalent'],
    ],
    [
      'an unknown firewall',
      { app_config: { firewall_config: { firewall: 'nft' } } },
      undefined,
      ['no-equivalent'],
    ],
    [
      'groups',
      { '!users': [{ username: 'ada', '!password': 'x', groups: ['docker'] }] },
      { accounts: { ada: { groups: ['docker'] } } },
      [],
    ],
    [
      'invalid groups',
      { '!users': [{ username: 'ada', '!password': 'x', groups: ['Power Users'] }] },
      undefined,
      ['no-equivalent'],
    ],
    [
      'the file system of the oldest format',
      { filesystem: 'btrfs' },
      { disk: { 'file-system': 'btrfs' } },
      [],
    ],
    ['the usual partitions', layout(boot, root), undefined, ['nearest-equivalent']],
    [
      'f2fs',
      layout(boot, { ...root, fs_type: 'f2fs' }),
      { disk: { 'file-system': 'f2fs' } },
      ['nearest-equivalent'],
    ],
    [
      'xfs',
      layout(boot, { ...root, fs_type: 'xfs' }),
      { disk: { 'file-system': 'xfs' } },
      ['nearest-equivalent'],
    ],
    [
      'a partition for /home',
      layout(boot, root, home),
      { disk: { home: { size: 'rest', 'root-size': '20480MiB' } } },
      ['nearest-equivalent'],
    ],
    [
      'a partition for swap space',
      layout(boot, swap, root),
      { swap: { kind: 'partition', size: '2048MiB' } },
      ['nearest-equivalent'],
    ],
    [
      'btrfs with subvolumes',
      layout(boot, btrfs),
      {
        disk: {
          'file-system': 'btrfs',
          btrfs: {
            subvolumes: [
              { name: '@', mount: '/' },
              { name: '@.snapshots', mount: '/.snapshots' },
            ],
          },
        },
      },
      ['nearest-equivalent'],
    ],
    [
      'btrfs with a subvolume for /home',
      layout(boot, { ...btrfs, btrfs: [volumes[0], { name: '@home', mountpoint: '/home' }] }),
      {
        disk: {
          'file-system': 'btrfs',
          btrfs: {
            subvolumes: [
              { name: '@', mount: '/' },
              { name: '@home', mount: '/home' },
            ],
          },
        },
      },
      ['nearest-equivalent'],
    ],
    [
      'btrfs with other mount options',
      layout(boot, { ...btrfs, mount_options: ['noatime'] }),
      {
        disk: {
          'file-system': 'btrfs',
          btrfs: {
            compression: 'none',
            subvolumes: [
              { name: '@', mount: '/' },
              { name: '@.snapshots', mount: '/.snapshots' },
            ],
          },
        },
      },
      ['nearest-equivalent', 'no-equivalent'],
    ],
  ])('are converted: %s', (_title, change, extension, rules) => {
    expect(convertChange(change)).toMatchObject({ rules });
    expect(convertChange(change).extension).toEqual(extension);
  });

  it.each<[string, object]>([
    [
      'an object of subvolumes',
      { mountpoint: '/', filesystem: { format: 'btrfs' }, size: '100%', btrfs: { subvolumes: { '@': '/' } } },
    ],
    [
      'a list of subvolumes',
      { mountpoint: null, filesystem: { format: 'btrfs' }, btrfs: [{ name: '@', mountpoint: '/' }] },
    ],
  ])('are converted from the layouts of earlier formats: %s', (_format, partition) => {
    const change = { disk_layouts: { '/dev/sda': { wipe: true, partitions: [partition] } } };
    expect(convertChange(change)).toEqual({
      drives: ['/dev/sda'],
      extension: {
        disk: {
          'file-system': 'btrfs',
          btrfs: { compression: 'none', subvolumes: [{ name: '@', mount: '/' }] },
        },
      },
      rules: ['nearest-equivalent'],
    });
  });

  it('include a second drive for /home', () => {
    const second = { device: '/dev/sdb', wipe: true, partitions: [{ ...home, fs_type: 'xfs' }] };
    const change = {
      disk_config: { device_modifications: [drive([boot, { ...root, fs_type: 'xfs' }]), second] },
    };
    expect(convertChange(change)).toEqual({
      drives: ['/dev/sda', '/dev/sdb'],
      extension: { disk: { 'file-system': 'xfs' } },
      rules: ['nearest-equivalent', 'nearest-equivalent'],
    });
  });

  it.each<[string, object[]]>([
    ['a file system that Writ does not create', [boot, { ...root, fs_type: 'nilfs2' }]],
    [
      'a subvolume that cannot be mounted',
      [boot, { ...btrfs, btrfs: [...volumes, { name: '@etc', mountpoint: '/etc' }] }],
    ],
    [
      'two subvolumes of the same name',
      [boot, { ...btrfs, btrfs: [...volumes, { name: '@', mountpoint: '/srv' }] }],
    ],
    ['subvolumes without one for /', [boot, { ...btrfs, mountpoint: '/', btrfs: volumes.slice(1) }]],
    ['subvolumes of another file system', [boot, { ...root, btrfs: volumes }]],
    ['no partition for /', [boot, home]],
    ['two partitions for /', [boot, root, root]],
    ['two partitions for /home', [boot, root, home, home]],
    ['swap space of a relative size', [boot, { ...swap, size: size(10, 'Percent') }, root]],
    [
      'a subvolume and a partition for /home',
      [
        boot,
        { ...btrfs, btrfs: [...volumes, { name: '@home', mountpoint: '/home' }] },
        { ...home, fs_type: 'btrfs' },
      ],
    ],
    ['relative sizes of / and /home', [boot, { ...root, size: size(50, 'Percent') }, home]],
  ])('do not include a layout with %s, which is reported as a loss', (_title, partitions) => {
    const { extension, rules } = convertChange(layout(...partitions));
    expect(extension).toBeUndefined();
    expect(rules).toContain('disk_config.device_modifications[0].partitions');
  });

  it.each([
    ['a partition without a mount point', [home, { ...root, mountpoint: null }]],
    [
      'a subvolume for /home',
      [{ ...btrfs, mountpoint: undefined, btrfs: [{ name: '@home', mountpoint: '/home' }] }],
    ],
  ])('do not include a second drive with %s', (_title, partitions) => {
    const second = { device: '/dev/sdb', wipe: true, partitions };
    const change = { disk_config: { device_modifications: [drive([boot, root]), second] } };
    expect(convertChange(change).rules).toContain('disk_config.device_modifications[0].partitions');
  });

  it('never replace settings that the file already contains', () => {
    const { rules } = convertChange({ ...layout(boot, btrfs), 'x-writ': { disk: { 'file-system': 'xfs' } } });
    expect(rules).toEqual(['disk_config.device_modifications[0].partitions']);
  });
});

describe('encryption', () => {
  const passphrase = 'canary words';
  const luks = { '!passphrase': passphrase };
  const reference = { '!passphrase': { $secret: 'disk-passphrase' } };
  const encryption = (change: object = {}, ...partitions: object[]): object => ({
    disk_config: {
      config_type: 'manual_partitioning',
      device_modifications: [drive(partitions.length > 0 ? partitions : [boot, { ...root, obj_id: 'a' }])],
      disk_encryption: { encryption_type: 'luks', partitions: ['a'], ...change },
    },
  });
  const old = (change: object): object => ({
    disk_layouts: {
      '/dev/sda': {
        wipe: true,
        partitions: [{ mountpoint: '/', filesystem: { format: 'ext4' }, size: '100%', ...change }],
      },
    },
  });

  it.each<[string, object, object, string[]]>([
    [
      'with its password',
      { ...encryption(), encryption_password: passphrase },
      { disk: { luks } },
      ['nearest-equivalent', 'nearest-equivalent'],
    ],
    [
      'without its password, which another file contains',
      encryption({ hsm_device: null, lvm_volumes: [] }),
      { disk: { luks: reference } },
      ['nearest-equivalent', 'nearest-equivalent'],
    ],
    [
      'with a password that is too short',
      { ...encryption(), encryption_password: 'canary' },
      { disk: { luks: reference } },
      ['nearest-equivalent', 'nearest-equivalent', 'nearest-equivalent'],
    ],
    [
      'for a system with subvolumes',
      { ...encryption({}, boot, { ...btrfs, obj_id: 'a' }), encryption_password: passphrase },
      {
        disk: {
          'file-system': 'btrfs',
          btrfs: { subvolumes: volumes.map(({ name, mountpoint }) => ({ name, mount: mountpoint })) },
          luks,
        },
      },
      ['nearest-equivalent', 'nearest-equivalent'],
    ],
    [
      'from a file of archinstall 2.5, in which a password requests it',
      { '!encryption-password': passphrase },
      { disk: { luks } },
      [],
    ],
    [
      'from a file of archinstall 2.5, in which a partition requests it',
      old({ encrypted: true, '!password': passphrase }),
      { disk: { luks } },
      ['nearest-equivalent'],
    ],
  ])('is converted %s', (_title, change, extension, rules) => {
    const converted = convertChange(change);
    expect(converted.extension).toEqual(extension);
    expect(converted.rules).toEqual(rules);
    expect(JSON.stringify(convertValue({ ...minimal, ...change }).findings)).not.toContain('canary');
  });

  it.each<[string, object, string]>([
    ['LVM', { encryption_type: 'lvm_on_luks' }, 'disk_config.disk_encryption'],
    ['logical volumes', { lvm_volumes: ['b'] }, 'disk_config.disk_encryption'],
    ['a security key', { hsm_device: { path: '/dev/hidraw0' } }, 'disk_config.disk_encryption'],
    ['encryption of another partition only', { partitions: ['b'] }, 'disk_config.disk_encryption'],
  ])('is reported as a loss with %s, and so is its password', (_title, change, lost) => {
    const { rules } = convertChange({ ...encryption(change), encryption_password: passphrase });
    expect(rules).toEqual([lost, 'encryption_password']);
  });

  it('is reported as a loss if it includes /boot', () => {
    const both = encryption({ partitions: ['a', 'b'] }, { ...boot, obj_id: 'b' }, { ...root, obj_id: 'a' });
    expect(convertChange(both).rules).toEqual(['disk_config.disk_encryption']);
    const { rules } = convertChange({
      disk_layouts: {
        '/dev/sda': {
          wipe: true,
          partitions: [
            { mountpoint: '/boot', filesystem: { format: 'ext4' }, encrypted: true },
            { mountpoint: '/', filesystem: { format: 'ext4' }, encrypted: true },
          ],
        },
      },
    });
    expect(rules).toContain('disk_layouts./dev/sda.partitions[0].encrypted');
  });
});

it('groups in a credentials file are left out, because they would replace those of the configuration', () => {
  const result = convertValue({ users: [{ username: 'ada', enc_password: '$6$a$b', groups: ['docker'] }] });
  expect(result.findings).toContainEqual(
    expect.objectContaining({ rule: 'no-equivalent', pointer: '/users/0/groups' }),
  );
  expect(result.text).not.toContain('x-writ');
});

it.each([
  [
    'credentials without a configuration',
    {},
    'ada',
    ['docker'],
    'groups are settings of a configuration, not of credentials',
  ],
  ['an invalid user name', { kernels: ['linux'] }, 'Ada', ['docker'], 'the name of the user is invalid'],
  ['an invalid group', { kernels: ['linux'] }, 'ada', ['Power Users'], 'it contains an invalid name'],
  [
    'a group that is not a string',
    { kernels: ['linux'] },
    'ada',
    [7],
    'it contains a value that is not a string',
  ],
])('the finding for omitted groups states the reason: %s', (_case, config, username, groups, reason) => {
  const result = convertValue({ ...config, '!users': [{ username, password: 'x', groups }] });
  const messages = result.findings
    .filter(({ rule }) => rule === 'no-equivalent')
    .map(({ message }) => message);
  expect(messages.join()).toContain(`groups is left out: ${reason}`);
});
