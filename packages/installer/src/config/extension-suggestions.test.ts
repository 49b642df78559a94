import { expect, it } from 'vitest';
import { checkWith } from './testing.ts';

const size = 'a whole number with the unit MiB, GiB or TiB, such as "40GiB"';
const sizeOrRest = `${size}, or "rest" for the remaining space`;

function partition(value: unknown): object {
  const partitions = [
    { kind: 'efi', size: '1GiB' },
    { kind: 'root', size: value },
  ];
  return { disk: { layout: 'partitions', partitions } };
}

it.each<[object, string, string | undefined, string | undefined]>([
  [
    { swap: { kind: 'zram', size: 1 } },
    'wrong-type',
    size,
    'write the size with its unit, such as "1MiB" or "1GiB"',
  ],
  [
    { swap: { kind: 'zram', size: '512' } },
    'wrong-format',
    size,
    'write the size with its unit, such as "512MiB" or "512GiB"',
  ],
  [partition(1), 'wrong-type', sizeOrRest, 'write the size with its unit, such as "1MiB" or "1GiB"'],
  [partition('1 GB'), 'wrong-format', sizeOrRest, 'did you mean "1GiB"?'],
  [partition('20g'), 'wrong-format', sizeOrRest, 'did you mean "20GiB"?'],
  [partition('10%'), 'wrong-format', sizeOrRest, undefined],
  [partition(true), 'wrong-type', sizeOrRest, undefined],
  [{ disk: { home: { size: '5 MiB' } } }, 'wrong-format', sizeOrRest, 'did you mean "5MiB"?'],
  [
    { network: { bonds: [{ name: 'bond0', interfaces: ['enp*'] }] } },
    'wrong-format',
    'the name of a network card, such as "enp3s0"',
    'write the whole name, as ip link prints it: only iface of network_config.nics may contain * and ?',
  ],
  [
    { network: { vlans: [{ name: 'office', id: 10, link: 'enp 3' }] } },
    'wrong-format',
    'the name of a network card or bond, such as "enp3s0"',
    undefined,
  ],
  [
    { accounts: { ada: { shell: 'zsh' } } },
    'wrong-format',
    'an absolute path, such as "/usr/bin/bash"',
    undefined,
  ],
  [
    { repositories: [{ name: 'extra-tools', servers: ['https://pkg.example/$arch'], fingerprint: '0123' }] },
    'wrong-format',
    '40 or 64 hexadecimal digits (0-9, A-F), without spaces',
    undefined,
  ],
  [
    { disk: { 'file-system': 'btrfs', btrfs: { snapshots: true } } },
    'wrong-type',
    '"none", "snapper" or "timeshift"',
    undefined,
  ],
  [{ accounts: { ada: { 'home-mode': 750 } } }, 'wrong-type', 'a string, such as "0750"', undefined],
  [
    { desktops: ['gnome'] },
    'not-allowed',
    '"cosmic", "hyprland", "labwc", "niri", "river" or "xmonad"',
    'write it as the profile: "profile": { "main": "desktop", "details": "gnome" }',
  ],
  [
    { desktops: ['KDE'] },
    'not-allowed',
    '"cosmic", "hyprland", "labwc", "niri", "river" or "xmonad"',
    'write it as the profile: "profile": { "main": "desktop", "details": "plasma" }',
  ],
])('suggests what to write for %j', (extension, rule, expected, hint) => {
  const { findings } = checkWith({ '!users': [{ username: 'ada' }], 'x-writ': extension });
  const found = findings.find(({ severity }) => severity === 'error');
  expect(found).toMatchObject({ rule, expected });
  expect(found?.hint).toBe(hint);
});

it('does not correct a decimal unit, because a gigabyte is smaller than a gibibyte', () => {
  const [decimal] = checkWith({ 'x-writ': { swap: { kind: 'zram', size: '1GB' } } }).findings;
  const [binary] = checkWith({ 'x-writ': { swap: { kind: 'zram', size: '1gib' } } }).findings;
  expect([decimal?.replacement, binary?.replacement?.text]).toEqual([undefined, '"1GiB"']);
});

it.each<[object, string | undefined]>([
  [{ disk: { snapshots: 'snapper' } }, 'write it as x-writ.disk.btrfs.snapshots'],
  [{ partitions: [] }, 'write it as x-writ.disk.partitions'],
  [{ profile: { main: 'desktop' } }, 'write it as the top-level key profile, outside of x-writ'],
  [{ '!users': [] }, 'write it as the top-level key !users, outside of x-writ'],
  // Several objects have this key.
  [{ kind: 'zram' }, undefined],
])('suggests the place of a key that is in the wrong object: %j', (extension, hint) => {
  const [found] = checkWith({ 'x-writ': extension }).findings;
  expect(found).toMatchObject({ rule: 'unknown-extension' });
  expect(found?.hint).toBe(hint);
});

it.each([
  ['limine', 'Limine'],
  ['rEFInd', 'rEFInd'],
])('the boot loader %s is refused with the loaders that Writ installs', (bootloader, name) => {
  expect(checkWith({ bootloader }).findings).toMatchObject([
    {
      rule: 'not-allowed',
      hint: `Writ does not install ${name}; choose systemd-bootctl, or grub-install on BIOS machines`,
    },
  ]);
});

it.each([
  [{ commands: { late: ['true'] } }, 'write commands for the new system in custom-commands'],
  [{ disk: { tpm: true } }, 'enroll the TPM on the installed system, with systemd-cryptenroll'],
])('an unknown key has a hint: %j', (extension, hint) => {
  expect(checkWith({ 'x-writ': extension }).findings).toMatchObject([{ rule: 'unknown-extension', hint }]);
});
