import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const gfx = { gfx_driver: 'Intel (open-source)', greeter_type: 'sddm' };

it.each<[object, string[]]>([
  [{ main: 'desktop', ...gfx }, []],
  [{ details: 'sway', ...gfx }, []],
  [{ main: 'xorg', ...gfx }, ['no-effect /profile/gfx_driver', 'no-effect /profile/greeter_type']],
  [gfx, ['no-effect /profile/gfx_driver', 'no-effect /profile/greeter_type']],
  [{ main: 'desktp', ...gfx }, ['not-allowed /profile/main']],
  [{ path: 'mine.json', ...gfx }, []],
  [{ main: 'minimal', custom: [{ packages: 'a' }] }, ['no-effect /profile/custom']],
])('a check decides whether the keys of a profile have an effect: %j', (profile, found) => {
  expect(rulesAndPointers(checkWith({ profile }))).toEqual(found);
});
