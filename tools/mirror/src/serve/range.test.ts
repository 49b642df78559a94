import { describe, expect, it } from 'vitest';
import { readRange } from './range.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-3', { first: 0, length: 4 }],
    ['bytes=4-', { first: 4, length: 6 }],
    ['bytes=9-9', { first: 9, length: 1 }],
    ['bytes=8-100', { first: 8, length: 2 }],
    ['bytes=-3', { first: 7, length: 3 }],
    ['bytes=-100', { first: 0, length: 10 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ])('parses %s for a file of ten bytes', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it('finds no satisfiable range in an empty file', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
