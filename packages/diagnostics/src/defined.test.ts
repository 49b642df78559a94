import { expect, expectTypeOf, it } from 'vitest';
import { defined } from './defined.ts';

it('defined omits undefined members only', () => {
  const members = defined({ a: undefined, b: null, c: 0, d: '', e: false });
  expect(Object.entries(members)).toEqual([
    ['b', null],
    ['c', 0],
    ['d', ''],
    ['e', false],
  ]);
});

it('defined makes members optional in the type when they may be undefined', () => {
  const model = 'SSD' as string | undefined;
  const size = 1 as number;
  const members = defined({ model, size });
  expectTypeOf(members).toMatchObjectType<{ model?: string; size: number }>();
  const disk: { readonly model?: string; readonly size: number } = members;
  expect(disk).toEqual({ model: 'SSD', size: 1 });
});
