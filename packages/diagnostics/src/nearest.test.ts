import { expect, it } from 'vitest';
import { nearest } from './index.ts';

const keys = [
  'id',
  'kind',
  'raid',
  'bootloader',
  'kernels',
  'hostname',
  'grub-install',
  'systemd-bootctl',
  'linux',
  'linux-zen',
];

it.each([
  ['bootlaoder', 'bootloader'],
  ['Kernel', 'kernels'],
  ['GRUB', 'grub-install'],
  ['linux-zn', 'linux-zen'],
  ['liunx', 'linux'],
  ['riad', 'raid'],
  ['kidn', 'kind'],
  ['abc', undefined],
  ['completely-else', undefined],
  ['di', 'id'],
  ['idx', 'id'],
  ['', undefined],
])('for the input %s, nearest returns the suggestion %s', (text, wanted) => {
  expect(nearest(text, keys)).toBe(wanted);
});

it('nearest finds nothing for a very long text', () => {
  const name = 'x'.repeat(1_000);
  expect(nearest(`${name.slice(1)}y`, [name])).toBe(name);
  expect(nearest(`${name}y`, [name])).toBeUndefined();
});
