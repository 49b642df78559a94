import { describe, expect, it } from 'vitest';
import { checkText, checkWith, minimalConfig, rulesAndPointers, rulesAndText } from './testing.ts';

describe('a check against the schema', () => {
  it.each<[string, object, string[]]>([
    ['a valid configuration', {}, []],
    ['a missing key, located at the bracket of its object', { bootloader: undefined }, ['missing-key «{»']],
    [
      'all missing keys at once',
      { bootloader: undefined, kernels: undefined, 'mirror-region': undefined, '!root-password': undefined },
      ['missing-key «{»', 'missing-key «{»', 'missing-key «{»', 'no-credentials «{»'],
    ],
    [
      'a missing key of an inner object',
      { '!users': [{ sudo: true, '!password': 'x' }] },
      ['missing-key «{»'],
    ],
    ['a required key that is null', { bootloader: null }, ['missing-key «null»']],
    [
      'optional keys that are null',
      { ntp: null, profile: { main: null } },
      ['null-is-absent «null»', 'null-is-absent «null»'],
    ],
    ['a value that is not in an enumeration', { bootloader: 'grub' }, ['not-allowed «"grub"»']],
    ['details in any case', { profile: { details: 'GNOME' } }, []],
    ['unknown details', { profile: { details: 'gnom' } }, ['not-allowed «"gnom"»']],
    ['a value of the wrong type', { uki: 'yes' }, ['wrong-type «"yes"»']],
    ['a list item of the wrong type', { packages: ['git', 5] }, ['wrong-type «5»']],
    ['an empty list of kernels', { kernels: [] }, ['empty-value «[]»']],
    [
      'an invalid object where a string or an object is allowed',
      { '!root-password': { secret: 'x' } },
      ['missing-key «{»', 'unknown-key «"secret"»'],
    ],
    ['a number where a string or an object is allowed', { '!root-password': 5 }, ['wrong-type «5»']],
    [
      'an invalid list item where an object or a list is allowed',
      { '!users': [{ username: 'ada' }, 'grace'] },
      ['wrong-type «"grace"»'],
    ],
    ['$schema and a key with x-', { $schema: '../schema/schema.json', 'x-mine': { any: 'thing' } }, []],
    ['an unknown key', { hostnam: 'a' }, ['unknown-key «"hostnam"»']],
    ['an unknown nested key', { network_config: { type: 'nm', nic: [] } }, ['unknown-key «"nic"»']],
    ['an unknown key that is null', { hostnam: null }, ['unknown-key «"hostnam"»']],
  ])('reports the expected findings: %s', (_name, change, found) => {
    expect(rulesAndText(checkWith(change))).toEqual(found);
  });

  it.each<[object, string, string | undefined]>([
    [
      { bootloader: 'Systemd-boot' },
      '"systemd-bootctl", "grub-install" or "efistub"',
      'did you mean "systemd-bootctl"?',
    ],
    [{ network_config: { type: 'NetworkManager' } }, '"nm", "manual", "iso" or "none"', 'did you mean "nm"?'],
    [{ 'mirror-region': 'Germany' }, 'an object, such as {"Worldwide":{}}', 'write {"Germany":{}}'],
    [
      { 'mirror-region': ['Germany', 'https://a.example/$repo/os/$arch'] },
      'an object, such as {"Worldwide":{}}',
      'write {"Germany":{},"My mirrors":["https://a.example/$repo/os/$arch"]}',
    ],
    [
      { 'mirror-region': 'https://a.example/$repo/os/$arch' },
      'an object, such as {"Worldwide":{}}',
      'write {"My mirrors":["https://a.example/$repo/os/$arch"]}',
    ],
    [
      { 'additional-repositories': ['multilib'] },
      '"multilib" or "testing"',
      'write "multilib": one repository, not a list',
    ],
    [{ 'additional-repositories': ['multilib', 'testing'] }, '"multilib" or "testing"', 'choose one of them'],
    [{ kernels: 'linux, linux-lts' }, 'a list, such as ["linux"]', 'write ["linux","linux-lts"]'],
    [
      { 'custom-commands': 'systemctl enable fstrim.timer' },
      'a list, such as ["systemctl enable fstrim.timer"]',
      'write ["systemctl enable fstrim.timer"]',
    ],
    [
      { harddrives: 'model=Samsung SSD 970' },
      'a list, such as ["/dev/disk/by-id/nvme-Samsung_SSD_980_1TB_S649NX0R123456"]',
      'write ["model=Samsung SSD 970"]',
    ],
    [
      { harddrives: '/dev/sda, /dev/sdb' },
      'a list, such as ["/dev/disk/by-id/nvme-Samsung_SSD_980_1TB_S649NX0R123456"]',
      'write ["/dev/sda","/dev/sdb"]',
    ],
    [{ audio_config: 'pipewire' }, 'an object, such as {"audio":"pipewire"}', 'write {"audio":"pipewire"}'],
    [
      { profile: 'KDE' },
      'an object, such as {"main":"desktop","details":"gnome"}',
      'write {"main":"desktop","details":"plasma"}',
    ],
    [
      { audio_config: { audio: 'none' } },
      '"pipewire" or "pulseaudio"',
      'remove audio_config: without it, no audio server is installed',
    ],
    [{ kernels: ['linux-rt'] }, '"linux", "linux-lts", "linux-zen" or "linux-hardened"', undefined],
    [{ profile: { details: ['KDE Plasma'] } }, 'a string, such as "gnome"', 'write "plasma"'],
    [{ ntp: 'True' }, 'true or false', 'write true, without quotes'],
    [{ hostname: 5 }, 'a string, such as "workshop"', 'write "5", in quotes'],
    [{ packages: { git: true } }, 'a list, such as ["openssh","git"]', undefined],
    [{ '!root-password': 5 }, 'a string or an object, such as {"$secret":"root"}', undefined],
  ])('suggests the correct value for %j', (change, expected, hint) => {
    const [found] = checkWith(change).findings;
    expect(found).toMatchObject({ expected });
    expect(found?.hint).toBe(hint);
  });

  it('reports a second object', () => {
    const found = checkText(
      '{"bootloader": "efistub"}\n{"kernels": ["linux"], "mirror-region": {}, "!root-password": "x"}',
    );
    expect(rulesAndText(found)).toEqual(['second-object «{»']);
  });

  it('omits uncertain findings after a mismatched bracket', () => {
    expect(
      rulesAndPointers(
        checkText('{"profile": {"main": "desktop", "kernels": ["linux"], "foo": 5, "bootloader": "grub"}'),
      ),
    ).toEqual(['missing-bracket undefined']);
  });

  it('skips values that cannot be read', () => {
    const text = JSON.stringify(minimalConfig).replace('"systemd-bootctl"', '').replace('"plain"', '');
    expect(checkText(text).findings.map(({ rule }) => rule)).toEqual(['missing-value', 'missing-value']);
  });

  it('reports a duplicate key and uses the last one', () => {
    const result = checkText(JSON.stringify(minimalConfig).replace('{', '{"kernels": 5, '));
    expect(rulesAndText(result)).toEqual(['duplicate-key «"kernels"»']);
    expect(result.findings[0]?.related?.[0]?.range?.start.offset).toBe(1);
  });

  it('treats names from Object.prototype as ordinary keys', () => {
    const result = checkText('{"__proto__": {"bootloader": "efistub"}, "constructor": 1, "toString": 2}');
    expect(rulesAndPointers(result).filter((name) => name.startsWith('unknown-key'))).toEqual([
      'unknown-key /__proto__',
      'unknown-key /constructor',
      'unknown-key /toString',
    ]);
    expect(rulesAndPointers(result)).toContain('missing-key ');
  });
});

describe('archinstall keys', () => {
  it('are reported as one warning with the version, lines and the conversion command', () => {
    const result = checkWith({ version: '2.8.6', swap: true, 'parallel downloads': 5, mirror_config: {} });
    expect(result.findings).toMatchObject([
      { rule: 'legacy-key', severity: 'warning', range: { start: { line: 10 } } },
    ]);
    expect(result.findings[0]?.message).toBe(
      '4 keys are from archinstall 2.6 to 3.0 (the file states version 2.8.6) and have no effect here: "version" (line 10), "swap" (line 11), "parallel downloads" (line 12), "mirror_config" (line 13, now mirror-region)',
    );
    expect(result.findings[0]?.hint).toContain('writ convert test.json');
    expect(result.settings).toBeDefined();
  });

  it.each<[object, string]>([
    [{ nic: { type: 'NM' } }, 'archinstall 2.5 or earlier'],
    [{ profile_config: {} }, 'archinstall 2.6 to 3.0'],
    [{ profile_config: {}, app_config: {} }, 'archinstall 3.0.5 or later'],
    [{ swap: true }, 'archinstall and'],
  ])('identify the program: %j is from %s', (change, program) => {
    expect(checkWith(change).findings[0]?.message).toContain(`from ${program}`);
  });

  it('are reported even if they are followed by a superfluous bracket', () => {
    const found = checkText(`{"swap": true, "harddrive": {}}}`);
    expect(rulesAndPointers(found)).toEqual([
      'legacy-key /swap',
      'critical-legacy-key /harddrive',
      'extra-bracket undefined',
    ]);
  });

  it('in a credentials file lead to a conversion command with --creds', () => {
    const creds = { file: 'secrets.json', text: '{"users": []}' };
    expect(checkWith({ swap: true }, { creds }).findings[0]?.hint).toContain(
      'writ convert test.json --creds secrets.json converts',
    );
  });

  it.each([
    ['disc_config', 'archinstall has the key "disk_config", which is harddrives in Writ'],
    ['host-name', 'did you mean "hostname"?'],
    ['additional_repositories', 'did you mean "additional-repositories"?'],
    ['aur_config', 'remove it, or begin its name with x- to keep it as a note'],
    ['kernel', 'did you mean "kernels"?'],
    ['gfx_drivr', 'archinstall has the key "gfx_driver", which is profile.gfx_driver in Writ'],
    ['greeter_type', 'it belongs in "profile"'],
  ])('lead to a suggestion, like misspelt keys: %s', (key, hint) => {
    expect(checkWith({ [key]: 'x' }).findings).toMatchObject([{ rule: 'unknown-key', hint }]);
  });

  it('are reported as an error if they concern disks, encryption or credentials', () => {
    const result = checkWith({ disk_config: {}, my_encryption_password: 'canary', superusers: null });
    expect(rulesAndPointers(result)).toEqual(['critical-legacy-key /disk_config', 'legacy-key /superusers']);
    expect(result.findings[0]).toMatchObject({ severity: 'error' });
    expect(result.findings[0]?.message).toContain('"my_encryption_password"');
    expect(result.settings).toBeUndefined();
    expect(JSON.stringify(result.findings)).not.toContain('canary');
  });

  it('are listed as related locations of a missing key', () => {
    const [found] = checkWith({ bootloader: undefined, bootloader_config: {} }).findings;
    expect(found).toMatchObject({
      rule: 'missing-key',
      related: [{ message: "bootloader_config is archinstall's name for bootloader" }],
    });
    const [misspelt] = checkWith({ 'mirror-region': undefined, 'mirrir-region': {} }).findings;
    expect(misspelt?.related?.[0]?.message).toBe('was this meant to be mirror-region?');
  });

  it('are not reported for users in the oldest format, which lacks a user name', () => {
    const result = checkWith({ '!users': { ada: { '!password': 'canary' } } });
    expect(rulesAndPointers(result)).toEqual(['missing-key /!users']);
  });

  it('are not reported for a credentials file', () => {
    const result = checkText('{"!users": [{"username": "ada", "!password": "x"}]}');
    expect(result.findings.at(-1)).toMatchObject({ rule: 'credentials-file', severity: 'note' });
  });
});

it.each([
  '{"variables": {}, "configuration": {}}',
  '{"$schema": "x", "variables": {"a": {}}, "configuration": {}}',
])('the template %s is reported as such, without missing keys', (text) => {
  expect(checkText(text).findings).toMatchObject([
    {
      code: 'W1118',
      message: 'this file is a template, not a configuration',
      hint: expect.stringMatching(/^check it with its table: writ batch check \S+ TABLE$/),
    },
  ]);
});

it('a configuration with an unknown key "variables" is not a template', () => {
  expect(rulesAndPointers(checkWith({ variables: {}, configuration: {} }))).not.toContain('template-file ');
  expect(checkWith({ variables: {}, configuration: {} }).settings).toBeDefined();
});

describe('credentials', () => {
  const creds = (content: object): { creds: { file: string; text: string } } => ({
    creds: { file: 'creds.json', text: JSON.stringify(content) },
  });

  it('replace keys of the configuration, and findings about them refer to their own file', () => {
    const change = { '!users': [{ username: 'ada', '!password': 'old' }, { username: 'bob' }] };
    const result = checkWith(change, creds({ '!users': { username: 'Grace', '!password': 'new' } }));
    expect(result.findings).toMatchObject([
      { rule: 'user-name', file: 'creds.json', pointer: '/!users/username' },
    ]);
    const right = checkWith(change, creds({ '!users': { username: 'grace', '!password': 'new' } }));
    expect(right.settings?.users.map(({ name }) => name)).toEqual(['grace']);
    expect(right.settings?.rootPassword).toMatchObject({ kind: 'plain' });
  });

  it('may contain the required keys', () => {
    const change = { '!root-password': undefined };
    expect(rulesAndPointers(checkWith(change, creds({})))).toEqual(['no-credentials ']);
    expect(rulesAndPointers(checkWith(change, creds({ '!root-password': 'x' })))).toEqual([]);
  });

  it('are not reported as missing if their file cannot be read', () => {
    const result = checkWith({ '!root-password': undefined }, { creds: { file: 'creds.json', text: '[]' } });
    expect(result.findings).toMatchObject([{ rule: 'not-an-object', file: 'creds.json' }]);
  });

  it('provide the values of referenced secrets', () => {
    const change = { '!root-password': { $secret: 'root' } };
    expect(checkWith(change).settings?.rootPassword).toEqual({
      kind: 'missing',
      name: 'root',
      form: 'plain',
    });
    const { settings, findings } = checkWith(change, creds({ root: 'canary', other: 'canary' }));
    expect(findings).toMatchObject([{ rule: 'unknown-key', pointer: '/other', file: 'creds.json' }]);
    expect(settings?.rootPassword).toMatchObject({ kind: 'plain' });
    expect(JSON.stringify([settings, findings])).not.toContain('canary');
  });

  it('are masked in excerpts', () => {
    const { sources } = checkWith({}, { creds: { file: 'creds.json', text: '{\n "any": "canary",\n}' } });
    expect(sources[1]?.excerpt(2)?.text).toBe(' "any": ••••••••');
  });
});

it('a strict check reports warnings as errors', () => {
  expect(checkWith({ foo: 1 }).settings).toBeDefined();
  const strict = checkWith({ foo: 1, ntp: null }, { strict: true });
  expect(strict.findings.map(({ severity }) => severity).toSorted()).toEqual(['error', 'note']);
  expect(strict.settings).toBeUndefined();
});

it('the result of a check locates findings of other checks', () => {
  const { locate } = checkWith({ uki: true });
  const other = { code: 'W2', severity: 'error', message: 'm', pointer: '/uki' } as const;
  expect(locate(other)).toMatchObject({ file: 'test.json', range: { start: { line: 10, column: 10 } } });
  expect(locate({ ...other, pointer: '/profile/main' })).toMatchObject({
    range: { start: { line: 1, column: 1 } },
  });
});

it('the settings contain all defaults', () => {
  expect(checkWith({}).settings).toEqual({
    hostname: 'archlinux',
    timezone: 'UTC',
    keyboard: 'us',
    locale: 'en_US.UTF-8',
    bootloader: 'systemd-bootctl',
    uki: false,
    kernels: ['linux'],
    repositories: [],
    mirrors: [
      {
        region: 'Worldwide',
        shipped: true,
        servers: expect.arrayContaining([{ address: 'https://geo.mirror.pkgbuild.com/$repo/os/$arch' }]),
      },
    ],
    drives: [],
    rootPassword: { kind: 'plain', value: expect.anything() },
    users: [],
    packages: [],
    services: [],
    customCommands: [],
    ntp: false,
    network: { type: 'none' },
  });
  expect(checkWith({ profile: { details: 'Gnome' } }).settings?.profile).toEqual({
    main: 'desktop',
    details: 'gnome',
    gfxDriver: 'All open-source (default)',
    custom: [],
  });
  expect(
    checkWith({ profile: { path: '/usr/lib/python3.11/site-packages/archinstall/profiles/xorg.py' } })
      .settings,
  ).toMatchObject({
    profile: { main: 'xorg' },
  });
  expect(checkWith({ profile: { path: 'mine.json' } }).settings).toMatchObject({
    profileFile: { source: { kind: 'file', path: 'mine.json' } },
  });
  expect(
    checkWith({
      profile: {
        main: 'custom',
        custom: [
          { packages: ' a  b ', services: 'c' },
          { packages: 'd', enabled: false },
        ],
      },
    }).settings,
  ).toMatchObject({
    profile: { main: 'custom', custom: [{ packages: ['a', 'b'], services: ['c'] }] },
  });
});
