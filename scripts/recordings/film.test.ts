import { expect, it } from 'vitest';
import { paceFrames, lastFrame } from './film.ts';
import type { Frame } from './picture.ts';

const seen = (...times: readonly number[]): Frame[] =>
  times.map((at) => ({ at, rows: [[{ text: String(at), style: '' }]] }));
const shown = (frames: readonly Frame[]): unknown => frames.map(({ at, rows }) => [at, rows[0]?.[0]?.text]);

it('what nobody could read is left out, but never how it begins and ends', () => {
  expect(shown(paceFrames(seen(0, 1, 1.01, 1.1, 2, 2.1)))).toEqual([
    [0, '0'],
    [1.1, '1.1'],
    [2.1, '2.1'],
  ]);
});

it('long waits are cut short', () => {
  expect(shown(paceFrames(seen(0, 1, 31)))).toEqual([
    [0, '0'],
    [1, '1'],
    [2.5, '31'],
  ]);
});

it('a still picture shows the end', () => expect(shown(lastFrame(seen(0, 1, 2)))).toEqual([[0, '2']]));
