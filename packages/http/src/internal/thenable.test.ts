import { describe, expect, it, vi } from 'vitest';
import { toPromise, allMaybe, mapMaybe } from './thenable.ts';

/** A query as database libraries have them: it runs for each caller of `then`. */
function lazyQuery(): { readonly query: PromiseLike<string>; readonly runs: () => number } {
  let count = 0;
  const query = {
    // oxlint-disable-next-line unicorn/no-thenable -- to be one is its purpose
    then: (resolve?: ((rows: string) => unknown) | null) => {
      count += 1;
      resolve?.('rows');
    },
  } as unknown as PromiseLike<string>;
  return { query, runs: () => count };
}

describe('adopt', () => {
  it('gives a value that is not promised as it is', () => {
    const value = { a: 1 };
    expect(toPromise(value)).toBe(value);
    expect(toPromise(null)).toBeNull();
  });

  it('gives a promise as it is, and a thenable as a promise that runs it once', async () => {
    const promise = Promise.resolve(1);
    expect(toPromise(promise)).toBe(promise);
    const { query, runs } = lazyQuery();
    const adopted = toPromise(query) as Promise<string>;
    expect([await adopted, await adopted]).toEqual(['rows', 'rows']);
    expect(runs()).toBe(1);
  });
});

describe('mapMaybe', () => {
  it('calls with a value at once, and makes no promise', () => {
    expect(mapMaybe(2, (value: number, by: number) => value * by, 3)).toBe(6);
  });

  it('calls with a promised value once it is there, with both further arguments', async () => {
    const use = vi.fn((value: number, first: string, second: string) => `${value}${first}${second}`);
    const mapped = mapMaybe(Promise.resolve(2), use, 'a', 'b');
    expect(use).not.toHaveBeenCalled();
    expect(await mapped).toBe('2ab');
  });

  it('does not wait for a value that has a method then', () => {
    const { query, runs } = lazyQuery();
    expect(mapMaybe<unknown, unknown>(query, (value) => value)).toBe(query);
    expect(runs()).toBe(0);
  });
});

describe('allMaybe', () => {
  it('calls at once with the very list when no value is a promise', () => {
    const values = [1, lazyQuery().query];
    expect(allMaybe(values, (settled) => settled)).toBe(values);
  });

  it('calls with each promised value in its place, and waits for nothing else', async () => {
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
