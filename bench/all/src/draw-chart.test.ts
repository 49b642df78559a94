import { expect, it } from 'vitest';
import { pointOf } from '../../shared/growth.ts';
import { drawChart, drawnPoints } from './draw-chart.ts';

const series = [
  { name: 'writ', points: [10, 100, 1_000].map((x) => pointOf(x, [x / 2, x, x * 2])) },
  { name: 'other', points: [pointOf(10, [-1]), pointOf(100, [3])] },
];

it('drawChart returns an SVG with the titles and the names of the subjects', async () => {
  const svg = await drawChart({ picture: 'p', title: 'Look-up', x: 'routes', y: 'us', order: 0, series });
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  for (const text of ['Look-up', 'routes', 'us', 'writ', 'other', '1,000'])
    expect(svg).toContain(`>${text}<`);
});

it('drawnPoints leaves out points that a logarithmic axis cannot show', () => {
  expect(drawnPoints(series).map(({ series: name, x }) => [name, x])).toEqual([
    ['writ', 10],
    ['writ', 100],
    ['writ', 1_000],
    ['other', 100],
  ]);
});
