/** Editing a configuration changes only what the answers ask for. */
import { readFileSync } from 'node:fs';
import { configurationChoices, type Facts } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { Form } from './form.ts';
import type { Json, JsonObject } from './json.ts';
import { questions } from './questions/all.ts';

const choices = configurationChoices();
const laptop = JSON.parse(
  readFileSync(new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url), 'utf8'),
) as Facts;

/** Configurations in different layouts: some state defaults, and none has the order in which questions are asked. */
const files: Readonly<Record<string, string>> = {
  'without x-writ': `{
    "services": ["cups", "sshd"],
    "packages": ["vim", "openssh", "git"],
    "hostname": "one",
    "kernels": ["linux-lts", "linux"],
    "additional-repositories": "multilib",
    "mirror-region": {"Germany": {}, "Worldwide": {}},
    "!users": [{"sudo": true, "!password": {"$secret": "ada"}, "username": "ada"}, {"username": "bob"}],
    "network_config": {"nics": [{"dhcp": true, "iface": "en*"}], "type": "manual"},
    "custom-commands": ["true", "false"],
    "bootloader": "grub-install",
    "profile": {"details": "sshd", "main": "server"},
    "audio_config": {"audio": "pipewire"},
    "harddrives": ["disk.img"],
    "timezone": "Europe/Berlin"
}
`,
  'with tabs, CRLF and notes': [
    '{',
    '\t"x-note": { "keep":   [1,2 , 3] },',
    '\t"$schema": "./config.schema.json",',
    '\t"harddrives" : [ "serial=S5GXNX0T123456A" ],',
    '\t"bootloader":"systemd-bootctl", "kernels":["linux"],',
    '\t"mirror-region": {},',
    '\t"uki": false,',
    '\t"ntp": true,',
    '\t"packages": [],',
    '\t"!root-password": { "$secret": "root" },',
    '\t"hostname": "one"',
    '}',
    '',
  ].join('\r\n'),
  'with defaults in x-writ': `\uFEFF{
  "x-writ": {
    "swap": { "kind": "none" },
    "features": { "bluetooth": false, "power": "none", "fonts": true },
    "disk": { "layout": "whole", "file-system": "ext4", "btrfs": { "snapshots": "none" } },
    "accounts": { "ada": { "shell": "/bin/zsh" } }
  },
  "bootloader": "efistub",
  "kernels": ["linux"],
  "mirror-region": {},
  "harddrives": ["serial=S5GXNX0T123456A"],
  "!users": { "username": "ada", "!password": { "$secret": "ada" } },
  "hostname": "one"
}`,
  'with a list of partitions': `{
  "bootloader": "systemd-bootctl",
  "kernels": ["linux"],
  "mirror-region": {},
  "harddrives": ["serial=S5GXNX0T123456A"],
  "!root-password": { "$secret": "root" },
  "hostname": "one",
  "profile": { "main": "desktop", "gfx_driver": "Intel (open-source)" },
  "x-writ": {
    "desktops": ["niri", "river"],
    "disk": {
      "luks": { "!passphrase": { "$secret": "disk" } },
      "layout": "partitions",
      "btrfs": { "snapshots": "snapper" },
      "partitions": [
        { "kind": "efi", "size": "1GiB" },
        { "kind": "swap", "size": "8GiB", "luks": true },
        { "size": "rest", "file-system": "btrfs", "kind": "root", "luks": true }
      ]
    }
  }
}
`,
  'with a RAID': `{
  "bootloader": "grub-install",
  "kernels": ["linux-lts"],
  "mirror-region": {},
  "harddrives": ["serial=ZC11A0B1", "serial=ZC11A0B2"],
  "!root-password": { "$secret": "root" },
  "hostname": "one",
  "x-writ": { "disk": { "raid": 1 } }
}
`,
  'in one line':
    '{"hostname":"one","bootloader":"efistub","kernels":["linux"],"mirror-region":{},"!root-password":{"$secret":"root"},"harddrives":["disk.img"],"sys-language":"de_DE","sys-encoding":"UTF-8","x-writ":{"swap":{"size":"2GiB","kind":"file"}}}',
};

function formOf(text: string): Form {
  const value = JSON.parse(text.replace('\uFEFF', '')) as JsonObject;
  return new Form({ file: 'box.json', text, value }, laptop, choices);
}

const alternatives: Readonly<Record<string, Json>> = {
  keyboard: 'fr',
  timezone: 'UTC',
  hostname: 'two',
  swap: { kind: 'file', size: '4GiB' },
  encrypt: { passphrase: { $secret: 'other' } },
  'file-system': 'xfs',
  account: { name: 'ada', administrator: false },
  network: { type: 'nm' },
  also: { ssh: true, packages: ['git', 'nano'] },
  kernels: ['linux-zen'],
  bootloader: 'systemd-bootctl',
  uki: true,
  ntp: false,
  audio: 'pulseaudio',
  mirrors: 'fastest',
  repositories: 'testing',
  commands: ['false'],
};

describe.each(Object.entries(files))('a configuration %s', (_name, text) => {
  it.each(questions.map(({ id }) => id))('is unchanged if the answer %s is given again', (id) => {
    const form = formOf(text);
    const question = questions.find((one) => one.id === id)!;
    const written = question.read(form.base.value);
    if (written === undefined) return;
    form.answers.set(id, written);
    expect(form.draft().config.text).toBe(text);
  });

  it.each(Object.keys(alternatives))('retains all other keys if the answer %s changes', (id) => {
    const form = formOf(text);
    const question = questions.find((one) => one.id === id)!;
    form.answers.set(id, alternatives[id]!);
    const edited = form.draft().config.text;
    const { pointers } = question;
    const own = new Set(['/services', '/packages', ...pointers].map((pointer) => pointer.split('/')[1]));
    const others = (value: JsonObject): unknown =>
      Object.entries(value).filter(([key]) => !own.has(key) && key !== 'x-writ');
    const value = JSON.parse(edited.replace('\uFEFF', '')) as JsonObject;
    expect(others(value)).toEqual(others(form.base.value));
    // Keys that remain are neither reordered nor formatted: their lines are the same.
    const isOwn = (line: string): boolean => [...own].some((key) => line.includes(`"${key}"`));
    const [indent = ''] = /(?<=^.?\{\r?\n)[ \t]+/u.exec(text) ?? [];
    const remaining = text
      .split('\n')
      .filter((line) => line.startsWith(`${indent}"`) && !line.includes('"x-writ"') && !isOwn(line));
    const lines = edited.split('\n').map((line) => line.replace(/,?\r?$/, ''));
    for (const line of remaining) expect(lines).toContain(line.replace(/,?\r?$/, ''));
    expect(edited.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    expect(edited.includes('\r\n')).toBe(text.includes('\r\n'));
  });
});

it('the items of a list keep their order, and new ones follow', () => {
  const form = formOf(files['without x-writ']!);
  form.answers.set('also', { packages: ['nano', 'git', 'vim'] });
  const value = JSON.parse(form.draft().config.text) as JsonObject;
  expect([value['packages'], value['services']]).toEqual([['vim', 'git', 'nano'], ['cups']]);
});

it('features that the file disables remain disabled if others change', () => {
  const form = formOf(files['with defaults in x-writ']!);
  form.answers.set('also', { printing: true, fonts: true, packages: [] });
  const { features } = (JSON.parse(form.draft().config.text.slice(1)) as { 'x-writ': JsonObject })['x-writ'];
  expect(features).toEqual({ bluetooth: false, power: 'none', fonts: true, printing: true });
});

it('an account without sudo does not get the key if it remains without', () => {
  const form = formOf(files['with defaults in x-writ']!);
  form.answers.set('account', { name: 'eve', administrator: false });
  expect(JSON.parse(form.draft().config.text.slice(1))).toMatchObject({
    '!users': { username: 'eve', '!password': { $secret: 'ada' } },
    'x-writ': { accounts: { eve: { shell: '/bin/zsh' } } },
  });
  expect(form.draft().config.text).not.toContain('sudo');
});
