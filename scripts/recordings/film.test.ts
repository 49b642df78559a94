import { expect, it } from 'vitest';
import { paceFrames, lastFrame } from './film.ts';
import type { Frame } from './picture.ts';

const seen = (...times: readonly number[]): Frame[] =>
  times.map((at) => ({ at, rows: [[{ text: String(at), style: '' }]] }));
const summarize = (frames: readonly Frame[]): unknown =>
  frames.map(({ at, rows }) => [at, rows[0]?.[0]?.text]);

it('paceFrames drops frames that are displayed too briefly to read, except the first and the last', () => {
  expect(summarize(paceFrames(seen(0, 1, 1.01, 1.1, 2, 2.1)))).toEqual([
    [0, '0'],
    [1.1, '1.1'],
    [2.1, '2.1'],
  ]);
});

it('paceFrames shortens long waits', () => {
  expect(summarize(paceFrames(seen(0, 1, 31)))).toEqual([
    [0, '0'],
    [1, '1'],
    [2.5, '31'],
  ]);
});

it('lastFrame returns the last frame with the time 0', () =>
  expect(summarize(lastFrame(seen(0, 1, 2)))).toEqual([[0, '2']]));
