import { describe, expect, it, vi } from 'vitest';
import { toPromise, allMaybe, mapMaybe } from './thenable.ts';

/** Creates a query that runs again for each call of `then`, as in some database libraries. */
function lazyQuery(): { readonly query: PromiseLike<string>; readonly runs: () => number } {
  let count = 0;
  const query = {
    // oxlint-disable-next-line unicorn/no-thenable -- the test needs a thenable
    then: (resolve?: ((rows: string) => unknown) | null) => {
      count += 1;
      resolve?.('rows');
    },
  } as unknown as PromiseLike<string>;
  return { query, runs: () => count };
}

describe('toPromise', () => {
  it('returns a value that is not a promise unchanged', () => {
    const value = { a: 1 };
    expect(toPromise(value)).toBe(value);
    expect(toPromise(null)).toBeNull();
  });

  it('returns a promise unchanged, and converts a thenable to a promise that calls it once', async () => {
    const promise = Promise.resolve(1);
    expect(toPromise(promise)).toBe(promise);
    const { query, runs } = lazyQuery();
    const adopted = toPromise(query) as Promise<string>;
    expect([await adopted, await adopted]).toEqual(['rows', 'rows']);
    expect(runs()).toBe(1);
  });
});

describe('mapMaybe', () => {
  it('calls back synchronously with a value that is not a promise', () => {
    expect(mapMaybe(2, (value: number, by: number) => value * by, 3)).toBe(6);
  });

  it('calls back with the resolved value and both additional arguments', async () => {
    const use = vi.fn((value: number, first: string, second: string) => `${value}${first}${second}`);
    const mapped = mapMaybe(Promise.resolve(2), use, 'a', 'b');
    expect(use).not.toHaveBeenCalled();
    expect(await mapped).toBe('2ab');
  });

  it('does not await a value with a then method', () => {
    const { query, runs } = lazyQuery();
    expect(mapMaybe<unknown, unknown>(query, (value) => value)).toBe(query);
    expect(runs()).toBe(0);
  });
});

describe('allMaybe', () => {
  it('calls back synchronously with the same list if it contains no promise', () => {
    const values = [1, lazyQuery().query];
    expect(allMaybe(values, (settled) => settled)).toBe(values);
  });

  it('calls back with resolved values at the positions of their promises, and does not await other thenables', async () => {
    const { query, runs } = lazyQuery();
    const settled = await allMaybe([Promise.resolve('a'), query, 'c', Promise.resolve('d')], (all) => [
      ...all,
    ]);
    expect(settled).toEqual(['a', query, 'c', 'd']);
    expect(settled[1]).toBe(query);
    expect(runs()).toBe(0);
  });

  it('rejects with the error of a promise', async () => {
    await expect(allMaybe([Promise.reject(new Error('refused')), 1], () => 1)).rejects.toThrow('refused');
  });
});
