import { describe, expect, it } from 'vitest';
import { placePartitions } from './placement.ts';

const MIB = 2 ** 20;
const place = (
  size: number,
  existing: readonly (readonly [number, number])[],
  sizes: readonly (number | undefined)[],
): unknown =>
  placePartitions(
    size * MIB,
    existing.map(([start, length]) => ({ start: start * MIB, size: length * MIB })),
    sizes.map((wanted) => (wanted === undefined ? undefined : wanted * MIB)),
  ).map((found) => (found === undefined ? undefined : [found.start / MIB, found.size / MIB]));

describe('placePartitions', () => {
  it('leaves a mebibyte at both ends of the drive', () => {
    expect(place(100, [], [undefined])).toEqual([[1, 98]]);
  });

  it('retains the order of the list, also around the partition with the remaining space', () => {
    expect(place(100, [], [10, undefined, 20])).toEqual([
      [1, 10],
      [11, 68],
      [79, 20],
    ]);
  });

  it('uses the first space that is large enough, and the largest one for the remaining space', () => {
    expect(place(100, [[11, 20]], [20, 10, undefined])).toEqual([
      [31, 20],
      [1, 10],
      [51, 48],
    ]);
  });

  it('aligns partitions after an existing one that is not aligned', () => {
    expect(place(100, [[1.5, 10.25]], [undefined])).toEqual([[12, 87]]);
  });

  it('returns undefined for each partition without a place', () => {
    expect(place(100, [[40, 20]], [60, 10])).toEqual([undefined, [1, 10]]);
    expect(place(100, [[1, 98]], [undefined])).toEqual([undefined]);
    expect(place(100, [], [98, undefined])).toEqual([[1, 98], undefined]);
  });

  it('never overlaps existing partitions, whatever their order', () => {
    expect(
      place(
        100,
        [
          [60, 10],
          [20, 10],
        ],
        [19, 30, undefined],
      ),
    ).toEqual([
      [1, 19],
      [30, 30],
      [70, 29],
    ]);
  });
});
