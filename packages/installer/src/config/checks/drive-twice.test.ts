import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

it.each([
  [['/dev/sda', '/dev/sda'], ['drive-twice /harddrives/1']],
  [['/dev/sda', '/dev/sdb'], []],
  [['/dev/sda', '/dev/sdb', '/dev/sdc'], ['too-many-drives /harddrives']],
])('%j', (harddrives, found) => {
  expect(names(checkWith({ harddrives }))).toEqual(found);
});
