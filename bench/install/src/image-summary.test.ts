import { describe, expect, it } from 'vitest';
import { countInodes, missingFrom, packageName, type ImageSummary } from './image-summary.ts';

const complete: ImageSummary = {
  packages: ['base', 'linux'],
  files: 100,
  loader: true,
  initramfs: 2,
  user: true,
  locale: true,
};
const expected = { packages: ['base', 'linux'], kernels: 2 };

describe('missingFrom', () => {
  it('returns an empty list for a complete image, even if it has additional content', () => {
    expect(missingFrom({ ...complete, packages: ['base', 'linux', 'more'] }, expected)).toEqual([]);
  });

  it.each<[Partial<ImageSummary>, string]>([
    [{ packages: ['base'] }, 'packages linux'],
    [{ packages: [] }, 'package database'],
    [{ loader: false }, 'boot loader'],
    [{ initramfs: 1 }, 'initramfs'],
    [{ user: false }, 'user'],
    [{ locale: false }, 'locale'],
  ])('lists what is missing from an image with %j', (change, lacks) => {
    expect(missingFrom({ ...complete, ...change }, expected)).toEqual([lacks]);
  });
});

it('packageName removes the version and the release', () => {
  expect(packageName('gtk-update-icon-cache-3.24.38-1')).toBe('gtk-update-icon-cache');
  expect(packageName('ALPM_DB_VERSION')).toBe('');
});

it('countInodes subtracts the free inodes', () => {
  expect(countInodes('Inode count:              1000\nFree inodes:              400\n')).toBe(600);
});
