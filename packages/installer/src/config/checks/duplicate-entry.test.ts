import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('a duplicate entry is reported as a warning and installed once', () => {
  const result = checkWith({
    kernels: ['linux', 'linux'],
    packages: ['git', 'vim', 'git'],
    services: ['sshd', 'sshd'],
    'x-writ': { desktops: ['niri', 'river', 'niri'] },
  });
  expect(rulesAndPointers(result)).toEqual([
    'duplicate-entry /kernels/1',
    'duplicate-entry /packages/2',
    'duplicate-entry /services/1',
    'duplicate-entry /x-writ/desktops/2',
  ]);
  expect(result.findings.at(-1)?.message).toBe('"niri" occurs twice in x-writ.desktops');
  expect(result.settings).toMatchObject({
    kernels: ['linux'],
    packages: ['git', 'vim'],
    services: ['sshd'],
    desktops: ['niri', 'river'],
  });
});

it('unit names are equal with and without the suffix .service', () => {
  expect(rulesAndPointers(checkWith({ services: ['sshd', 'sshd.socket', 'sshd.service'] }))).toEqual([
    'duplicate-entry /services/2',
  ]);
});

it('entries after an invalid one retain their indices', () => {
  expect(rulesAndPointers(checkWith({ packages: ['git', 1, 'git'] }))).toEqual([
    'wrong-type /packages/1',
    'duplicate-entry /packages/2',
  ]);
});
