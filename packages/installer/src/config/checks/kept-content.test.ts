import { describe, expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const keep = { partuuid: '0fc63daf-8483-4772-8e79-3d69d8477de4' };

const found = (partition: object, more: object = {}): string[] =>
  checkWith({
    '!users': { username: 'ada', '!password': 'plain', sudo: true },
    'x-writ': {
      disk: {
        layout: 'partitions',
        partitions: [{ kind: 'efi', size: '1GiB' }, { kind: 'root', size: 'rest' }, partition],
      },
      ...more,
    },
  }).findings.map(({ rule, pointer = '', message }) => `${rule} ${pointer}: ${message}`);

describe('a file system that remains', () => {
  it.each(['/var', '/var/lib/postgres', '/opt', '/root', '/tmp'])(
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

  it.each(['/srv', '/mnt/photos', '/home/ada', '/variable'])('may be mounted at %s', (mount) => {
    expect(found({ kind: 'data', mount, keep })).toEqual([]);
  });

  it.each([
    ['/home', { kind: 'home', keep }, 1],
    ['/home', { kind: 'home', keep: { ...keep, format: true } }, 0],
    ['the home folder', { kind: 'data', mount: '/home/ada', keep }, 1],
    ['another home folder', { kind: 'data', mount: '/home/grace', keep }, 0],
  ])('must not contain SSH keys that would be replaced: %s', (_what, partition, count) => {
    const accounts = { ada: { 'authorized-keys': ['ssh-ed25519 AAAA ada'] } };
    expect(found(partition, { accounts })).toEqual(
      Array.from(
        { length: count },
        () =>
          'partitions /x-writ/accounts/ada/authorized-keys: these keys would replace those in the home folder of "ada", which remains',
      ),
    );
  });
});
