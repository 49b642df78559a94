import { hasErrors, renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '@writ/installer/check';
import { convertConfiguration } from './convert.ts';
import { convertText, convertValue, fixture, outputOf, printFindings, rulesAndPointers } from './testing.ts';

const minimal = { bootloader: 'efistub', kernels: ['linux'], 'mirror-region': {}, '!root-password': 'x' };
const hash = `$6$salt$${'a'.repeat(86)}`;
/** A configuration with an archinstall key, which is therefore converted. */
const legacy = { ...minimal, silent: false };

describe.each<[string, string | undefined, string[]]>([
  ['oldest', undefined, []],
  ['up-to-2.5', undefined, []],
  [
    '2.6-to-3.0',
    '2.6-to-3.0.creds',
    [
      'disk_config.device_modifications[0].partitions',
      'disk_config.device_modifications[1].partitions',
      'disk_config.device_modifications[2].device',
      'disk_config.device_modifications[2].partitions',
      'disk_encryption',
      'encryption_password',
    ],
  ],
  [
    '3.0.5-or-newer',
    '3.0.5-or-newer.creds',
    [
      'disk_config.device_modifications[0].partitions[0]',
      'disk_config.device_modifications[0].device',
      'disk_config.device_modifications[0].partitions',
      'disk_config.disk_encryption',
      'encryption_password',
      'users[1].enc_password',
      'auth_config.u2f_config',
    ],
  ],
])('the fixture %s', (name, creds, lost) => {
  const request = {
    config: fixture(`${name}.json`),
    ...(creds === undefined ? {} : { creds: fixture(`${creds}.json`) }),
  };
  const result = convertConfiguration({ ...request, acceptLoss: lost });

  it('is converted only if no setting is lost, or if the losses are accepted', () => {
    const { acceptable, findings, text } = convertConfiguration(request);
    expect(acceptable).toEqual(lost);
    expect(text === undefined).toBe(lost.length > 0);
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(
      lost.map(() => 'setting-lost'),
    );
  });

  it('is converted to the expected fixture', async () => {
    await expect(result.text).toMatchFileSnapshot(`fixtures/${name}.converted.txt`);
    await expect(printFindings(result)).toMatchFileSnapshot(`fixtures/${name}.notes.txt`);
  });

  it('passes the check', () => {
    const { findings } = checkConfiguration({ config: { file: 'new.json', text: result.text ?? '' } });
    // A fixture contains a repository without signatures.
    const expected = new Set(['passphrase-keys', 'unsigned-repository']);
    // The passphrase of a fixture contains letters that are on other keys.
    const others = findings.filter(({ rule = '' }) => !expected.has(rule));
    expect(others.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('is unchanged by a second conversion', () => {
    const again = convertText(result.text ?? '');
    expect(again.text).toBe(result.text);
    expect(again.findings).toMatchObject([{ rule: 'source-format', severity: 'note' }]);
  });

  it('causes no finding that contains a secret', () => {
    expect(printFindings(result)).not.toContain('planted');
    expect(JSON.stringify(result.findings)).not.toContain('planted');
  });
});

it('a conversion reports the format of a file, and the evidence for it', () => {
  const [found] = convertConfiguration({ config: fixture('oldest.json') }).findings;
  expect(found).toMatchObject({ rule: 'source-format', pointer: '' });
  expect(found?.message).toContain('archinstall 2.5 or earlier, recognized by "audio" (line 2)');
});

it.each([
  '{"bootloader":"grub","kernels":["linux-rt"],"mirror-region":{},"!root-password":"x","no-such-key":1e2}',
  '\t{ "!users" : {"username":"ada"},\n"mirror-region": {},"kernels": [] , "bootloader": 5 }',
])("a conversion returns a file in Writ's format unchanged, even with invalid values: %s", (text) => {
  const result = convertText(text);
  expect(result.text).toBe(text);
  expect(rulesAndPointers(result)).toEqual([]);
  expect(hasErrors(result.findings)).toBe(false);
});

it('a conversion copies the values of unchanged keys, valid or not', () => {
  const wrong = {
    hostname: ['a', 5],
    kernels: 'linux',
    ntp: 'yes',
    packages: { git: true },
    services: null,
    timezone: 'Mars/Base',
    'keyboard-language': 7,
    'custom-commands': 'reboot',
    bootloader: 'grubb',
    network_config: { type: 'NetworkManager', more: [1] },
    audio_config: 'pipewire',
    '!root-password': 5,
    '!users': 'ada',
    $schema: 'x',
    'x-mine': { a: null },
  };
  const result = convertValue({ ...legacy, ...wrong });
  expect(outputOf(result)).toEqual({ ...minimal, ...wrong });
  expect(rulesAndPointers(result)).toEqual(['needless /silent']);
});

it('a conversion preserves the notation of numbers', () => {
  const { text } = convertText('{"silent": true, "x-a": 1e999, "x-b": 12345678901234567890, "x-c": 1.0}');
  expect(text).toContain('"x-a": 1e999,\n  "x-b": 12345678901234567890,\n  "x-c": 1.0\n');
});

describe('missing required keys', () => {
  it('are added with the defaults of archinstall, which saved files omit', () => {
    const result = convertValue({ silent: true, '!root-password': 'x' });
    expect(outputOf(result)).toEqual({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': {},
      '!root-password': 'x',
    });
    expect(rulesAndPointers(result).filter((rule) => rule.startsWith('assumed'))).toHaveLength(3);
  });

  it('are not added instead of a boot loader that Writ lacks', () => {
    const result = convertValue({ silent: true, bootloader_config: { bootloader: 'No bootloader' } });
    expect(outputOf(result)).not.toHaveProperty('bootloader');
  });

  it('are reported as one error each if their values cannot be converted', () => {
    const result = convertValue({ silent: true, bootloader: null, kernels: null, 'mirror-region': null });
    expect(rulesAndPointers(result).slice(0, 4)).toEqual([
      'missing-key ',
      'missing-key ',
      'missing-key ',
      'no-credentials ',
    ]);
    expect(outputOf(result)).toEqual({ bootloader: null, kernels: null, 'mirror-region': null });
  });

  it('are not reported for a credentials file', () => {
    const result = convertValue({ users: [{ username: 'ada', enc_password: hash }] });
    expect(rulesAndPointers(result)).toContain('credentials-file ');
    expect(rulesAndPointers(result)).not.toContain('no-credentials ');
    expect(hasErrors(result.findings)).toBe(false);
  });

  it.each([[[]], [{}], [null], ['']])('are reported for users of %j', (users) => {
    expect(rulesAndPointers(convertValue({ ...minimal, '!root-password': '', '!users': users }))).toContain(
      'no-credentials ',
    );
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['{"silent": true,}', 'trailing-comma'],
    ['{"uki": true, "uki": false}', 'duplicate-key'],
    ['[]', 'not-an-object'],
    ['', 'empty-file'],
    ['$argon2id$c2FsdA$Z0FBQUFBplanted', 'encrypted-credentials'],
    ['  "$argon2id$c2FsdA$Z0FBQUFBplanted"\n', 'encrypted-credentials'],
  ])('is not converted: %j is reported as %s', (text, rule) => {
    for (const result of [convertText(text), convertText(JSON.stringify(minimal), text)]) {
      expect(result.text).toBeUndefined();
      expect(result.findings.map((found) => found.rule)).toEqual([rule]);
      expect(printFindings(result)).not.toContain('planted');
    }
  });
});

describe('credentials', () => {
  it('take precedence over the configuration in every format', () => {
    const result = convertValue(
      { ...legacy, '!users': [{ username: 'bob' }], hostname: 'a' },
      { users: [{ username: 'ada', enc_password: '' }], root_enc_password: hash, hostname: 'b' },
    );
    expect(outputOf(result)).toMatchObject({
      '!root-password': hash,
      '!users': [{ username: 'ada', '!password': '' }],
      hostname: 'b',
    });
    expect(rulesAndPointers(result)).toEqual(
      expect.arrayContaining(['replaced /!users', 'replaced /!root-password', 'replaced /hostname']),
    );
  });

  it('provide the secrets to which a configuration refers', () => {
    const { '!root-password': _password, ...rest } = minimal;
    const result = convertValue(
      { ...rest, '!users': { username: 'ada', '!password': { $secret: 'ada' } } },
      { ada: 'hers', '!root-password': 'y' },
    );
    expect(outputOf(result)).toEqual({
      ...rest,
      '!users': { username: 'ada', '!password': 'hers' },
      '!root-password': 'y',
    });
  });
});

describe('an archinstall configuration', () => {
  it.each<[string, object, object, string[]]>([
    [
      'a boot loader without an equivalent',
      { bootloader: 'Limine' },
      { bootloader: 'Limine' },
      ['no-equivalent /bootloader'],
    ],
    [
      'no boot loader',
      { bootloader_config: { bootloader: 'No bootloader' } },
      {},
      ['no-equivalent /bootloader_config/bootloader'],
    ],
    [
      'two repositories, only one of which can be enabled',
      { 'additional-repositories': ['testing', 'multilib'] },
      { 'additional-repositories': 'multilib' },
      ['no-equivalent /additional-repositories/0', 'converted /additional-repositories/1'],
    ],
    [
      'repositories that cannot be enabled individually',
      { 'additional-repositories': ['core', 'multilib-testing', 'extra-testing'] },
      {},
      [
        'needless /additional-repositories/0',
        'no-equivalent /additional-repositories/1',
        'no-equivalent /additional-repositories/2',
      ],
    ],
    [
      'an empty list of repositories',
      { 'additional-repositories': [] },
      {},
      ['needless /additional-repositories'],
    ],
    [
      'an unknown repository',
      { 'additional-repositories': ['multlib'] },
      { 'additional-repositories': 'multlib' },
      ['converted /additional-repositories/0'],
    ],
    [
      'a list of regions',
      { 'mirror-region': ['Norway', 'https://a.example/$repo/os/$arch'] },
      { 'mirror-region': { Norway: {}, 'My mirrors': ['https://a.example/$repo/os/$arch'] } },
      ['converted /mirror-region'],
    ],
    [
      'a user with groups, and a user without a name',
      { '!users': [{ username: 'ada', '!password': 'x', groups: ['docker'] }, {}] },
      {
        '!users': [{ username: 'ada', '!password': 'x' }],
        'x-writ': { accounts: { ada: { groups: ['docker'] } } },
      },
      ['converted /!users/0/groups', 'needless /!users/1'],
    ],
    [
      'custom servers, and regions that are not an object',
      {
        'mirror-region': undefined,
        mirror_config: { custom_servers: [{ url: 'https://a.example/$repo/os/$arch' }], mirror_regions: 0 },
      },
      { 'mirror-region': { 'My mirrors': ['https://a.example/$repo/os/$arch'] } },
      ['converted /mirror_config/custom_servers', 'no-equivalent /mirror_config/mirror_regions'],
    ],
    [
      'drives in one string',
      { harddrives: '/dev/a,/dev/b' },
      { harddrives: ['/dev/a', '/dev/b'] },
      ['converted /harddrives'],
    ],
    [
      'a manual network from archinstall 2.5',
      { nic: { type: 'manual', iface: 'eth0', dhcp: true, dns: '1.1.1.1 9.9.9.9' } },
      {
        network_config: {
          type: 'manual',
          nics: [{ iface: 'eth0', dhcp: true, dns: ['1.1.1.1', '9.9.9.9'] }],
        },
      },
      ['converted /nic'],
    ],
    [
      'an address without effect',
      { nic: { type: 'NM', ip: '10.0.0.1/8', dns: null } },
      { network_config: { type: 'nm' } },
      ['converted /nic', 'no-equivalent /nic/ip'],
    ],
    [
      'iwd alone',
      { network_config: { type: 'iwd' } },
      { network_config: { type: 'iwd' } },
      ['no-equivalent /network_config/type'],
    ],
    [
      'a profile by its name',
      { profile: 'i3' },
      { profile: { main: 'desktop', details: 'i3-wm' } },
      ['converted /profile'],
    ],
    ['a main profile', { profile: 'Xorg' }, { profile: { main: 'xorg' } }, ['converted /profile']],
    [
      'a profile in a file',
      { profile: './mine.py' },
      { profile: { path: './mine.py' } },
      ['converted /profile'],
    ],
    ['an unknown profile', { profile: 'gnmoe' }, { profile: 'gnmoe' }, []],
    [
      'a built-in profile of archinstall',
      { profile: { path: '/x/archinstall/profiles/kde.py' } },
      { profile: { main: 'desktop', details: 'plasma' } },
      ['converted /profile/path'],
    ],
    [
      'desktops of x-writ.desktops with their login screen and seat access',
      {
        profile_config: {
          profile: {
            main: 'Desktop',
            details: ['Cosmic', 'Hyprland', 'cosmic'],
            custom_settings: { Hyprland: { seat_access: 'seatd' } },
          },
          greeter: 'cosmic-greeter',
        },
      },
      { profile: { main: 'desktop' }, 'x-writ': { desktops: ['cosmic', 'hyprland'] } },
      [
        'converted /profile_config/profile/main',
        'converted /profile_config/profile/details/0',
        'converted /profile_config/profile/details/1',
        'converted /profile_config/profile/details/2',
        'needless /profile_config/profile/custom_settings/Hyprland',
        'needless /profile_config/greeter',
      ],
    ],
    [
      'a desktop of x-writ.desktops as the name of a profile',
      { profile: 'hyprland' },
      { profile: { main: 'desktop' }, 'x-writ': { desktops: ['hyprland'] } },
      ['converted /profile'],
    ],
    [
      'the path of a profile of a desktop of x-writ.desktops',
      { profile: { path: '/usr/lib/archinstall/profiles/xmonad.py' } },
      { profile: { main: 'desktop' }, 'x-writ': { desktops: ['xmonad'] } },
      ['converted /profile/path'],
    ],
    [
      'an unknown desktop',
      { profile_config: { profile: { main: 'Desktop', details: ['Gnmoe'] } } },
      { profile: { main: 'desktop', details: 'Gnmoe' } },
      ['converted /profile_config/profile/main', 'converted /profile_config/profile/details/0'],
    ],
    [
      'no audio server',
      { app_config: { audio_config: { audio: 'No audio server' } } },
      {},
      ['needless /app_config/audio_config/audio'],
    ],
    [
      'custom commands under two keys',
      { 'custom-commands': ['a'], custom_commands: ['b'] },
      { 'custom-commands': ['a'] },
      ['no-equivalent /custom_commands'],
    ],
    [
      'two users with the same name',
      { users: [{ username: 'ada', enc_password: '' }, { username: 'ada' }] },
      { '!users': [{ username: 'ada', '!password': '' }] },
      ['converted /users', 'converted /users/0/enc_password', 'setting-lost /users/1'],
    ],
    [
      'a pre-mounted layout',
      { disk_config: { config_type: 'pre_mounted_config', mountpoint: '/mnt' } },
      { 'x-writ': { disk: { layout: 'mounted' } } },
      ['converted /disk_config/config_type', 'nearest-equivalent /disk_config/mountpoint'],
    ],
    [
      'a drive with an existing partition',
      {
        disk_config: {
          device_modifications: [{ device: '/dev/a', wipe: true, partitions: [{ status: 'existing' }] }],
        },
      },
      {},
      [
        'setting-lost /disk_config/device_modifications/0/device',
        'needless /disk_config/device_modifications/0/wipe',
        'setting-lost /disk_config/device_modifications/0/partitions',
      ],
    ],
    [
      'a drive of harddrives that was not to be wiped completely',
      { harddrives: ['/dev/a'], disk_layouts: { '/dev/a': { wipe: true, partitions: [{ wipe: false }] } } },
      { harddrives: ['/dev/a'] },
      [
        'setting-lost /disk_layouts/~1dev~1a',
        'needless /disk_layouts/~1dev~1a/wipe',
        'setting-lost /disk_layouts/~1dev~1a/partitions',
      ],
    ],
    [
      'empty legacy keys',
      { disk_config: {}, mirror_config: null },
      {},
      ['needless /disk_config', 'needless /mirror_config'],
    ],
    ['a misspelt key', { mirrir_region: 'Norway' }, {}, ['no-equivalent /mirrir_region']],
    [
      'values of the wrong type',
      { disk_config: 5, locale_config: 'us' },
      {},
      ['setting-lost /disk_config', 'no-equivalent /locale_config'],
    ],
    [
      'drives without a layout',
      { harddrives: ['/dev/a', '/dev/b'], disk_layouts: { '/dev/a': { wipe: true, partitions: [] } } },
      { harddrives: ['/dev/a'] },
      [
        'needless /harddrives/1',
        'converted /disk_layouts/~1dev~1a',
        'needless /disk_layouts/~1dev~1a/wipe',
        'needless /disk_layouts/~1dev~1a/partitions',
      ],
    ],
    [
      'layouts as top-level keys',
      { '/dev/a': { wipe: true, partitions: [] } },
      { harddrives: ['/dev/a'] },
      ['converted /~1dev~1a', 'needless /~1dev~1a/wipe', 'needless /~1dev~1a/partitions'],
    ],
    [
      'the file system and mount point that Writ uses too',
      { filesystem: 'ext4', mount_point: '/mnt/archinstall' },
      {},
      ['needless /filesystem', 'needless /mount_point'],
    ],
    [
      'disabled disk encryption',
      { disk_config: { disk_encryption: { encryption_type: 'no_encryption', partitions: [] } } },
      {},
      ['needless /disk_config/disk_encryption'],
    ],
    [
      'locked accounts',
      { users: [{ username: 'ada', enc_password: '!' }], '!root-password': null, root_enc_password: '*' },
      { '!users': [{ username: 'ada' }], '!root-password': null },
      ['converted /users', 'converted /users/0/enc_password', 'converted /root_enc_password'],
    ],
  ])('is converted with findings: %s', (_name, change, expected, notes) => {
    const result = convertValue({ ...legacy, ...change }, undefined, 'all');
    const unchanged = Object.fromEntries(Object.entries(minimal).filter(([key]) => !(key in change)));
    expect(outputOf(result)).toEqual({
      ...unchanged,
      ...('bootloader_config' in change ? { bootloader: 'efistub' } : {}),
      ...expected,
    });
    expect(rulesAndPointers(result).filter((note) => note !== 'needless /silent')).toEqual(notes);
  });
});

it('excerpts of findings contain no command with a secret', () => {
  const text = '{\n  "custom_commands": ["echo root:planted | chpasswd"],\n  "version": "2.8.6"\n}';
  const { findings, sources } = convertConfiguration({ config: { file: 'old.json', text } });
  const shown = renderText(findings, { source: () => sources[0] });
  expect(shown).toContain('custom_commands');
  expect(shown).not.toContain('planted');
});
