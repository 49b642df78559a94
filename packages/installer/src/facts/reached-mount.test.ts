import { expect, it } from 'vitest';
import type { Mount } from './mounts.ts';
import { findReachedMount } from './reached-mount.ts';

const mount = (id: string, parent: string, mountPoint: string): Mount => ({
  id,
  parent,
  mountPoint,
  number: '8:1',
  source: '/dev/sda1',
  fileSystem: 'ext4',
  root: '/',
  options: [],
});

it.each<[string, readonly Mount[], string | undefined]>([
  ['in the root mount', [mount('1', '0', '/')], '1'],
  ['in a nested mount', [mount('1', '0', '/'), mount('2', '1', '/a'), mount('3', '2', '/a/b')], '3'],
  [
    'whatever the order of the list',
    [mount('3', '2', '/a/b'), mount('2', '1', '/a'), mount('1', '0', '/')],
    '3',
  ],
  [
    'in the last of several at one place',
    [mount('1', '1', '/'), mount('2', '1', '/a/b'), mount('3', '2', '/a/b')],
    '3',
  ],
  [
    'in the mount above it that was mounted later',
    [mount('1', '0', '/'), mount('2', '1', '/a/b'), mount('3', '1', '/a')],
    '3',
  ],
  [
    'in a mount inside one that hides an earlier mount',
    [mount('1', '0', '/'), mount('2', '1', '/a/b'), mount('3', '1', '/a'), mount('4', '3', '/a/b')],
    '4',
  ],
  [
    'in a mount beside others',
    [mount('1', '0', '/'), mount('2', '1', '/a/bc'), mount('3', '1', '/a/b/c')],
    '1',
  ],
  ['without a root mount', [mount('2', '1', '/a'), mount('3', '2', '/a/b')], '3'],
  ['without a mount', [], undefined],
])('findReachedMount finds a path %s', (_what, mounts, expected) => {
  expect(findReachedMount('/a/b', mounts)?.id).toBe(expected);
});
