import { expect, it } from 'vitest';
import { checkText, minimalConfig } from './testing.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const partition = { size: '1GiB', kind: 'data', mount: '/data' };

const complete: Json = {
  ...minimalConfig,
  kernels: ['linux', 'linux-lts'],
  harddrives: ['/dev/sda'],
  packages: ['vim'],
  services: ['sshd'],
  profile: { main: 'custom', custom: [{ packages: 'nginx', services: 'nginx', enabled: true }] },
  '!users': [{ username: 'ada', '!password': 'plain', sudo: true }],
  network_config: {
    type: 'manual',
    nics: [
      { iface: 'bond0', dhcp: true },
      { iface: 'office', ip: '10.0.0.2/24', gateway: '10.0.0.1', dns: ['10.0.0.1'] },
    ],
  },
  'x-writ': {
    accounts: {
      ada: {
        groups: ['video'],
        'authorized-keys': [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada',
        ],
      },
    },
    desktops: ['niri'],
    features: { firewall: 'ufw', power: 'tuned' },
    network: {
      bonds: [{ name: 'bond0', interfaces: ['enp1s0', 'enp2s0'] }],
      vlans: [{ name: 'office', link: 'bond0', id: 7 }],
    },
    repositories: [
      {
        name: 'own',
        servers: ['https://packages.example/$arch'],
        fingerprint: 'A'.repeat(40),
        key: '/own.asc',
      },
    ],
    swap: { kind: 'file', size: '1GiB' },
    disk: {
      'file-system': 'btrfs',
      btrfs: { subvolumes: [{ name: '@', mount: '/' }], snapshots: 'snapper' },
      home: { size: '1GiB' },
      luks: { '!passphrase': 'canary of a phrase' },
      partitions: [
        { keep: { partuuid: 'aaaaaaaa-01' }, mount: '/old' },
        partition,
        { ...partition, drive: 0 },
      ],
    },
  },
};

/** Returns the value with each of its members removed, or replaced, one at a time. */
function* variants(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const other of [...variants(item as Json), ...substitutes]) yield value.with(index, other);
    }
    return;
  }
  for (const [key, inner] of Object.entries(value as Record<string, Json>)) {
    const { [key]: _removed, ...rest } = value as Record<string, Json>;
    yield rest;
    for (const other of [...variants(inner), ...substitutes]) yield { ...rest, [key]: other };
  }
}

const substitutes: readonly Json[] = [1, {}];

it('a check of a configuration with a missing or wrong value reports findings, without the word undefined', () => {
  let checked = 0;
  const wrong: string[] = [];
  for (const variant of variants(complete)) {
    const text = JSON.stringify(variant);
    const { findings } = checkText(text);
    const shown = findings.map(({ message, hint, expected }) => [message, hint, expected].join(' '));
    if (shown.some((one) => /undefined|\[object/.test(one))) wrong.push(`${shown.join('\n')}\n${text}`);
    checked += 1;
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(200);
});
