import { describe, expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const keep = { partuuid: '0fc63daf-8483-4772-8e79-3d69d8477de4' };

const found = (partition: object, more: object = {}, others: readonly object[] = []): string[] =>
  checkWith({
    '!users': { username: 'ada', '!password': 'plain', sudo: true },
    'x-writ': {
      disk: {
        layout: 'partitions',
        partitions: [{ kind: 'efi', size: '1GiB' }, { kind: 'root', size: 'rest' }, partition, ...others],
      },
      ...more,
    },
  }).findings.map(({ rule, pointer = '', message }) => `${rule} ${pointer}: ${message}`);

describe('a file system that remains', () => {
  it.each(['/var', '/var/lib/postgres', '/opt', '/root', '/tmp', '/srv', '/srv/http'])(
    'must not be mounted where packages write: %s',
    (mount) => {
      expect(found({ kind: 'data', mount, keep })).toEqual([
        `partitions /x-writ/disk/partitions/2/mount: the partition remains, but packages would write to "${mount}"`,
      ]);
      expect(found({ kind: 'data', mount, keep: { ...keep, format: true } })).toEqual([]);
    },
  );

  it.each(['/bin', '/var/run', '/tmp/cache'])(
    'has one finding where no partition can be mounted: %s',
    (mount) => {
      expect(found({ kind: 'data', mount, keep })).toEqual([
        `partitions /x-writ/disk/partitions/2/mount: data cannot be mounted at "${mount}"`,
      ]);
    },
  );

  it.each(['/srv/photos', '/mnt/photos', '/home/ada', '/variable'])('may be mounted at %s', (mount) => {
    expect(found({ kind: 'data', mount, keep })).toEqual([]);
  });

  it.each([
    ['/home', { kind: 'home', keep }, 1],
    ['/home', { kind: 'home', keep: { ...keep, format: true } }, 0],
    ['the home folder', { kind: 'data', mount: '/home/ada', keep }, 1],
    ['the folder of the keys', { kind: 'data', mount: '/home/ada/.ssh', keep }, 1],
    ['another folder in the home folder', { kind: 'data', mount: '/home/ada/photos', keep }, 0],
    ['another home folder', { kind: 'data', mount: '/home/grace', keep }, 0],
  ])('must not contain SSH keys that would be replaced: %s', (_what, partition, count) => {
    const accounts = {
      ada: {
        'authorized-keys': [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada',
        ],
      },
    };
    expect(found(partition, { accounts })).toEqual(
      Array.from(
        { length: count },
        () =>
          'partitions /x-writ/accounts/ada/authorized-keys: these keys would replace those in the home folder of "ada", which remains',
      ),
    );
  });

  it.each([
    ['/home', { kind: 'home', keep }, '0711', 1],
    ['/home', { kind: 'home', keep }, '0700', 0],
    ['/home', { kind: 'home', keep: { ...keep, format: true } }, '0711', 0],
    ['the home folder', { kind: 'data', mount: '/home/ada', keep }, '0711', 1],
    ['a folder in the home folder', { kind: 'data', mount: '/home/ada/photos', keep }, '0711', 0],
  ])('retains the permissions of home folders: %s', (_what, partition, mode, count) => {
    expect(found(partition, { accounts: { ada: { 'home-mode': mode } } })).toEqual(
      Array.from(
        { length: count },
        () =>
          'partitions /x-writ/accounts/ada/home-mode: the home folder of "ada" remains with its permissions',
      ),
    );
  });

  it.each([
    [
      '/home/ada/music',
      [
        'partitions /x-writ/disk/partitions/3/mount: nothing can be mounted at "/home/ada/music", because the home folder of "ada" remains',
      ],
    ],
    ['/home/ada', []],
    ['/home/grace/music', []],
  ])('does not receive folders of root in home folders: %s', (mount, findings) => {
    const home = { kind: 'home', keep };
    expect(found(home, {}, [{ kind: 'data', mount, size: '1GiB' }])).toEqual(findings);
  });
});
