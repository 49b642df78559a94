import { expect, it } from 'vitest';
import { isNetworkFile, networkFilesOf } from './network-files.ts';

it('networkFilesOf finds only configuration files for systemd-networkd and iwd', async () => {
  const folders: Readonly<Record<string, string[]>> = {
    '/etc/systemd/network': [
      '20-wired.network',
      'wg0.netdev',
      '10-name.link',
      'notes.txt',
      '20-wired.network.d',
      '.network',
    ],
    '/var/lib/iwd': ['Home net.psk', '=c3a4.psk', 'work.8021x', 'ap', '.known_network.freq'],
  };
  expect(await networkFilesOf({ listNames: (path) => Promise.resolve(folders[path] ?? []) })).toEqual([
    '/etc/systemd/network/10-name.link',
    '/etc/systemd/network/20-wired.network',
    '/etc/systemd/network/wg0.netdev',
    '/var/lib/iwd/=c3a4.psk',
    '/var/lib/iwd/Home net.psk',
    '/var/lib/iwd/work.8021x',
  ]);
});

it.each([
  '/etc/shadow',
  '/etc/systemd/network/../../shadow.network',
  '/var/lib/iwd/../x.psk',
  '/var/lib/iwd/a/b.psk',
  '',
])('isNetworkFile rejects %j', (path) => expect(isNetworkFile(path)).toBe(false));
