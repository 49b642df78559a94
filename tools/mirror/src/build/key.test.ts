import { describe, expect, it } from 'vitest';
import { readFileName } from './debian.ts';
import { digestSource, mirrorKey } from './key.ts';

const packages = ['bash_5.2-1_amd64.deb', 'dbus_1%3a1.14-1_amd64.deb'].map(readFileName);

describe('mirrorKey', () => {
  it('is the same for the same source and packages, in any order', () => {
    expect(mirrorKey('a', packages)).toMatch(/^[0-9a-f]{16}$/);
    expect(mirrorKey('a', packages.toReversed())).toBe(mirrorKey('a', packages));
  });

  it('changes with the source, a version and an additional package', () => {
    const newer = packages.with(0, readFileName('bash_5.3-1_amd64.deb'));
    const keys = [
      mirrorKey('a', packages),
      mirrorKey('b', packages),
      mirrorKey('a', newer),
      mirrorKey('a', packages.slice(1)),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('digestSource', () => {
  it('is stable while no file changes', async () => {
    expect(await digestSource()).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestSource()).toBe(await digestSource());
  });
});

describe('readFileName', () => {
  it('reads name and version, with the epoch', () => {
    expect(packages[1]).toEqual({ name: 'dbus', version: '1:1.14-1', file: 'dbus_1%3a1.14-1_amd64.deb' });
  });
});
