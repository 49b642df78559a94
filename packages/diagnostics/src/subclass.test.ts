import { expect, it } from 'vitest';
import { isSubclass } from './subclass.ts';

class Base {}
class Middle extends Base {}
class Leaf extends Middle {}

it.each([
  [Base, Base, true],
  [Leaf, Base, true],
  [Base, Leaf, false],
  [Leaf, Array, false],
  [undefined, Base, false],
  [Leaf, undefined, false],
  ['Leaf', 'Leaf', true],
])('isSubclass(%o, %o) is %s', (type, base, wanted) => {
  expect(isSubclass(type, base)).toBe(wanted);
});
