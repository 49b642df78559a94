import { expect, it } from 'vitest';
import { Later } from './later.ts';

function seen(later: PromiseLike<unknown>): unknown[] {
  const list: unknown[] = [];
  later.then(
    (value) => list.push(value),
    (error) => list.push(['error', error]),
  );
  return list;
}

it('tells at once, through every hand, whoever waits before or after', () => {
  const later = new Later<number>();
  const before = seen(later.then((value) => value + 1).then((value) => value * 10));
  const other = seen(later);
  later.resolve(1);
  later.resolve(5);
  later.reject(new Error('no'));
  expect([before, other, seen(later)]).toEqual([[20], [1], [1]]);
});

it('passes failures on until somebody takes them', () => {
  const later = new Later<number>();
  const failed = seen(later.then((value) => value + 1));
  const taken = seen(later.then(null, (error) => `taken ${error}`));
  const thrown = seen(
    later
      .then(null, () => {
        throw 'another';
      })
      .then(() => 'never'),
  );
  later.reject('why');
  expect([failed, taken, thrown]).toEqual([[['error', 'why']], ['taken why'], [['error', 'another']]]);
});

it('waits for what its listeners give, and is waited for as a promise is', async () => {
  const later = new Later<number>();
  const result = later.then(async (value) => value + 1).then((value) => value + 1);
  const inner = new Later<number>();
  const nested = Promise.resolve(later.then(() => inner));
  later.resolve(1);
  expect(await result).toBe(3);
  inner.reject(new Error('inner'));
  await expect(nested).rejects.toThrow('inner');
});
