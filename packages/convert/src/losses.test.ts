import { hasErrors } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { convertText, convertValue, outputOf, printFindings } from './testing.ts';

const hash = `$6$salt$${'a'.repeat(86)}`;
const minimal = { bootloader: 'efistub', kernels: ['linux'], 'mirror-region': {}, '!root-password': 'x' };
const wiped = { device: '/dev/sda', wipe: true, partitions: [] };

/** Settings for disks, encryption or credentials that have no equivalent, in all formats. */
const criticalSettings: readonly [name: string, change: object, lost: readonly string[]][] = [
  // Up to 2.5
  ['a disk password under another key', { my_encryption_password: 'canary' }, ['my_encryption_password']],
  ['a hardware key', { HSM: { path: '/dev/hidraw0' } }, ['HSM']],
  ['a file system', { filesystem: 'nilfs2' }, ['filesystem']],
  ['a file system as an object', { filesystem: { format: 'xfs' } }, ['filesystem']],
  ['a mount point', { mount_point: '/mnt/other' }, ['mount_point']],
  ['a mount point under the name of an option', { 'mount-point': '/srv' }, ['mount-point']],
  [
    'two drives under two keys',
    { harddrive: { path: '/dev/a' }, harddrives: ['/dev/b'] },
    ['harddrive.path'],
  ],
  ['the file name of layouts', { disk_layouts: 'layouts.json' }, ['disk_layouts']],
  [
    'file systems of layouts',
    {
      disk_layouts: {
        '/dev/sda': {
          wipe: true,
          partitions: [{ wipe: true, mountpoint: '/', filesystem: { format: 'nilfs2' }, size: '100%' }],
        },
      },
    },
    ['disk_layouts./dev/sda.partitions'],
  ],
  [
    'encrypted partitions of layouts',
    {
      disk_layouts: {
        '/dev/sda': { wipe: true, partitions: [{ mountpoint: '/', encrypted: true, '!password': 'canary' }] },
      },
    },
    [
      'disk_layouts./dev/sda.partitions',
      'disk_layouts./dev/sda.partitions[0].encrypted',
      'disk_layouts./dev/sda.partitions[0].!password',
    ],
  ],
  [
    'partitions that are not wiped',
    { disk_layouts: { '/dev/sda': { partitions: [{ wipe: false, mountpoint: '/home' }] } } },
    ['disk_layouts./dev/sda', 'disk_layouts./dev/sda.partitions'],
  ],
  [
    'layouts as top-level keys',
    { '/dev/sda': { wipe: false, partitions: [{ mountpoint: '/' }] } },
    ['/dev/sda', '/dev/sda.partitions'],
  ],
  [
    'two users with the same name',
    { users: { ada: { '!password': 'canary' } }, superusers: { ada: { '!password': 'one' } } },
    ['users'],
  ],
  // 2.6 to 3.0
  [
    'disk encryption as a top-level key',
    { disk_encryption: { encryption_type: 'luks', partitions: ['id'] } },
    ['disk_encryption'],
  ],
  ['the password of disk encryption', { encryption_password: 'canary' }, ['encryption_password']],
  ['an encryption type alone', { encryption_type: 'luks' }, ['encryption_type']],
  [
    'partitions',
    {
      disk_config: {
        device_modifications: [{ ...wiped, partitions: [{ fs_type: 'ntfs', mountpoint: '/' }] }],
      },
    },
    ['disk_config.device_modifications[0].partitions'],
  ],
  [
    'a drive that is not wiped',
    { disk_config: { device_modifications: [{ device: '/dev/sda', wipe: false, partitions: [] }] } },
    ['disk_config.device_modifications[0].device'],
  ],
  [
    'a manual layout without partitions',
    { disk_config: { config_type: 'manual_partitioning' } },
    ['disk_config.config_type'],
  ],
  [
    'LVM',
    { disk_config: { device_modifications: [wiped], lvm_config: { config_type: 'default' } } },
    ['disk_config.lvm_config'],
  ],
  // 3.0.5 and later
  [
    'disk encryption in disk_config',
    { disk_config: { disk_encryption: { encryption_type: 'lvm_on_luks', hsm_device: { path: '/dev/x' } } } },
    ['disk_config.disk_encryption'],
  ],
  [
    'snapshots',
    { disk_config: { btrfs_options: { snapshot_config: { type: 'Timeshift' } } } },
    ['disk_config.btrfs_options'],
  ],
  [
    'an unknown key of disk_config',
    { disk_config: { raid: 1, config_type: 'default_layout' } },
    ['disk_config.raid'],
  ],
  ['a disk_config that is not an object', { disk_config: 'none' }, ['disk_config']],
  ['a misspelt disk_config', { disc_config: { config_type: 'default_layout' } }, ['disc_config']],
  [
    'a security key',
    { auth_config: { u2f_config: { u2f_login_method: 'passwordless' } } },
    ['auth_config.u2f_config'],
  ],
  ['two root passwords', { root_enc_password: hash }, ['root_enc_password']],
  ['a root account that is locked and has a password', { root_enc_password: '!' }, ['root_enc_password']],
  [
    'an invalid password hash',
    { '!root-password': undefined, root_enc_password: 'canary', users: [] },
    ['root_enc_password'],
  ],
  [
    'two passwords of a user',
    { users: [{ username: 'ada', '!password': 'one', enc_password: hash }] },
    ['users[0].enc_password'],
  ],
  ['a user without a name', { users: [{ enc_password: hash }] }, ['users[0]']],
  [
    'a password that is not a string',
    { users: [{ username: 'ada', '!password': 5 }] },
    ['users[0].!password'],
  ],
  ['a sudo value that is not a boolean', { users: [{ username: 'ada', sudo: 'yes' }] }, ['users[0].sudo']],
  ['users that are a string', { auth_config: { users: 'ada' } }, ['auth_config.users']],
];

describe.each(criticalSettings)('%s', (_name, change, lost) => {
  const value = { silent: true, ...minimal, ...change };

  it('is reported as an error for each lost setting, and the file is not converted', () => {
    const result = convertValue(value);
    expect(hasErrors(result.findings)).toBe(true);
    expect(result.acceptable).toEqual(lost);
    expect(result.text).toBeUndefined();
    expect(printFindings(result)).not.toContain('canary');
  });

  it('is omitted if all losses are accepted', () => {
    const result = convertValue(value, undefined, lost);
    const losses = result.findings.filter(({ rule }) => rule === 'setting-lost');
    expect(losses.map(({ severity }) => severity)).toEqual(lost.map(() => 'warning'));
    expect(result.needless).toEqual([]);
    expect(result.acceptable).toEqual([]);
    expect(JSON.stringify(outputOf(result))).not.toContain('canary');
  });

  it('prevents the conversion if one loss is not accepted', () => {
    for (const key of lost) {
      // Accepting an enclosing key also accepts the nested losses.
      const others = lost.filter((other) => other !== key && !key.startsWith(other));
      if (lost.some((other) => other !== key && key.startsWith(other))) continue;
      expect(convertValue(value, undefined, others).text).toBeUndefined();
    }
  });
});

describe('acceptLoss', () => {
  const disks = {
    disk_config: {
      device_modifications: [{ ...wiped, partitions: [{ mountpoint: '/' }] }],
      disk_encryption: { encryption_type: 'luks' },
    },
  };

  it('also accepts the losses of all nested keys', () => {
    const result = convertValue({ ...minimal, ...disks }, undefined, ['disk_config']);
    expect(result.acceptable).toEqual([]);
    expect(outputOf(result)).toEqual({ ...minimal, harddrives: ['/dev/sda'] });
  });

  it('is suggested by the error as an option that is quoted for a shell', () => {
    const { findings } = convertValue({ ...minimal, ...disks, '!encryption-password': 'x' });
    expect(findings.flatMap(({ rule, hint }) => (rule === 'setting-lost' ? [hint] : []))).toEqual([
      "to convert without it, pass --accept-loss 'disk_config.device_modifications[0].partitions'",
      'to convert without it, pass --accept-loss disk_config.disk_encryption',
      "to convert without it, pass --accept-loss '!encryption-password'",
    ]);
  });

  it.each<[string, string | undefined]>([
    ['disk_encryption', 'disk_config.disk_encryption'],
    ['disk_confg', 'disk_config'],
    ['hostname', undefined],
    ['bootloader', undefined],
    ['', undefined],
  ])('reports a key without a loss as unnecessary, and suggests a similar lost key: %j', (key, near) => {
    const { needless } = convertValue({ ...minimal, hostname: 'a', ...disks }, undefined, [key]);
    expect(needless).toEqual([{ key, ...(near === undefined ? {} : { near }) }]);
  });

  it('reports a key as unnecessary if nothing is lost', () => {
    const { needless, text } = convertValue(minimal, undefined, ['disk_config']);
    expect(needless).toEqual([{ key: 'disk_config' }]);
    expect(text).toBeDefined();
  });

  it('never prints a key that may be a secret, such as a user name', () => {
    const users = { canary: { '!password': 'a', enc_password: hash } };
    const result = convertValue({ ...minimal, users });
    expect(result.acceptable).toEqual(['users']);
    expect(printFindings(result)).not.toContain('canary');
  });
});

it('settings in a credentials file count as losses, like settings in the configuration', () => {
  const creds = { encryption_password: 'canary', users: [{ username: 'ada', enc_password: hash }] };
  const result = convertValue(minimal, creds);
  expect(result.acceptable).toEqual(['encryption_password']);
  expect(result.findings.find(({ rule }) => rule === 'setting-lost')).toMatchObject({ file: 'creds.json' });
  expect(result.text).toBeUndefined();
  const alone = convertText(JSON.stringify(creds));
  expect(alone.acceptable).toEqual([]);
  expect(outputOf(alone)).toEqual({
    'disk-passphrase': 'canary',
    '!users': [{ username: 'ada', '!password': hash }],
  });
});

it.each<[string, object]>([
  ['null', { '!encryption-password': null, disk_encryption: null, disk_config: null }],
  ['empty values', { encryption_password: '', disk_layouts: {}, disk_config: { device_modifications: [] } }],
  ['the default layout', { disk_config: { config_type: 'default_layout', device_modifications: [wiped] } }],
  ['the groups of a user', { users: [{ username: 'ada', enc_password: hash, groups: ['video'] }] }],
])('a setting that may be left out is not a loss: %s', (_name, change) => {
  const result = convertValue({ silent: true, ...minimal, ...change });
  expect(result.acceptable).toEqual([]);
  expect(result.text).toBeDefined();
});
