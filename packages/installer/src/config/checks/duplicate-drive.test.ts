import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each([
  [['/dev/sda', '/dev/sda'], ['duplicate-drive /harddrives/1']],
  [['/dev/sda', '/dev/sdb'], []],
  [['/dev/sda', '/dev/sdb', '/dev/sdc'], ['too-many-drives /harddrives']],
])('a check decides whether the drives are different: %j', (harddrives, found) => {
  expect(rulesAndPointers(checkWith({ harddrives }))).toEqual(found);
});
