import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each([
  [{ main: 'custom' }, ['custom-without-entries /profile/main']],
  [{ main: 'custom', custom: [] }, ['custom-without-entries /profile/custom']],
  [
    { main: 'custom', custom: [{ packages: 'a', enabled: false }] },
    ['custom-without-entries /profile/custom'],
  ],
  [{ main: 'custom', custom: [{ packages: 'a' }] }, []],
  [{ main: 'custom', custom: 'a' }, ['wrong-type /profile/custom']],
  [{ main: 'custom', custom: ['a'] }, ['wrong-type /profile/custom/0']],
])('a check decides whether a custom profile has enabled entries: %j', (profile, found) => {
  expect(rulesAndPointers(checkWith({ profile }))).toEqual(found);
});
