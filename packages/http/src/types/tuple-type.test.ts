import { describe, expect, it } from 'vitest';
import { compileType } from './compile-type.ts';
import { Failure } from './failure.ts';
import { optional, type Type } from '../contract/type.ts';

const tuple = (of: readonly Type[], rest?: Type): Type =>
  rest === undefined ? { kind: 'tuple', of } : { kind: 'tuple', of, rest };
const pair = compileType(tuple([String, Number]));

describe('a tuple', () => {
  it('converts the strings of a repeated name by position', () => {
    expect(pair.texts!(['3', '3'])).toEqual(['3', 3]);
    expect(pair.name).toBe('[string, number]');
    expect(pair.splitsOnComma).toBe(false);
    expect(compileType(tuple([Number, Number])).splitsOnComma).toBe(true);
    expect(compileType(tuple([Number], Boolean)).texts!(['1', 'yes', 'no'])).toEqual([1, true, false]);
    expect(compileType(tuple([Number, optional(Number)])).texts!(['1'])).toEqual([1]);
  });

  it('converts a JSON array but not strings in it', () => {
    expect(pair.json(['3', 3])).toEqual(['3', 3]);
    expect((pair.json(['3', '3']) as Failure).issues).toMatchObject([
      { pointer: '/1', detail: 'must be a number' },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['[string, number]', ['a'], 'must be an array of 2 values'],
    ['[string, number]', ['a', 1, 1], 'must be an array of 2 values'],
    ['[string, number]', { 0: 'a', 1: 1, length: 2 }, 'must be an array of 2 values'],
    ['[number?]', [1, 2], 'must be an array of 0 to 1 values'],
    ['[number, ...number[]]', [], 'must be an array of at least 1 value'],
  ])('%s rejects %j', (name, value, detail) => {
    const all = [pair, compileType(tuple([optional(Number)])), compileType(tuple([Number], Number))];
    const converter = all.find((each) => each.name === name)!;
    const failure = converter.json(value);
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).issues[0]!.detail).toBe(detail);
  });
});
