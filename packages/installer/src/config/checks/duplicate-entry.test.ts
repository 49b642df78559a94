import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('warns of an entry that stands twice, and installs it once', () => {
  const result = checkWith({
    kernels: ['linux', 'linux'],
    packages: ['git', 'vim', 'git'],
    services: ['sshd', 'sshd'],
  });
  expect(rulesAndPointers(result)).toEqual([
    'duplicate-entry /kernels/1',
    'duplicate-entry /packages/2',
    'duplicate-entry /services/1',
  ]);
  expect(result.settings).toMatchObject({ kernels: ['linux'], packages: ['git', 'vim'], services: ['sshd'] });
});

it('knows a unit with and without its ending', () => {
  expect(rulesAndPointers(checkWith({ services: ['sshd', 'sshd.socket', 'sshd.service'] }))).toEqual([
    'duplicate-entry /services/2',
  ]);
});

it('keeps the places of entries behind one that is no text', () => {
  expect(rulesAndPointers(checkWith({ packages: ['git', 1, 'git'] }))).toEqual([
    'wrong-type /packages/1',
    'duplicate-entry /packages/2',
  ]);
});
