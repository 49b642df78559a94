import { expect, it } from 'vitest';
import { renderPicture } from './picture.ts';

const row = (text: string, style = ''): { text: string; style: string }[] => [{ text, style }];

it('renderPicture draws one frame without an animation', () => {
  const svg = renderPicture(
    'a <title>',
    [{ at: 0, rows: [row('$ writ'), [], row('a & b < c', 'bold red')] }],
    80,
  );
  expect(svg).toContain('<title>a &lt;title&gt;</title>');
  expect(svg).toContain('class="bold red">a &amp; b &lt; c</tspan>');
  // The third row is two line heights below the first.
  expect(svg).toContain('<use href="#r1" y="38"/>');
  expect(svg).not.toContain('@keyframes');
});

it('renderPicture animates several frames and draws each distinct row once', () => {
  const frames = [0, 1, 2].map((at) => ({ at, rows: [row('same'), row(`${at}%`)] }));
  const svg = renderPicture('film', frames, 80);
  expect(svg.match(/<text /g)).toHaveLength(4);
  expect(svg.match(/<use href="#r0"/g)).toHaveLength(3);
  // The film lasts two seconds plus the final pause, so the second frame begins after a sixth of the film.
  expect(svg).toContain('film 6.0s step-end');
  expect(svg).toContain('16.67% { transform: translateX(-700px); }');
  expect(svg).toContain('prefers-reduced-motion');
});

it('renderPicture positions columns independently of preceding characters', () => {
  const svg = renderPicture('x', [{ at: 0, rows: [[...row('äb', 'red'), ...row('c')]] }], 80);
  expect(svg).toContain('<tspan x="16.8" textLength="8.4">c</tspan>');
});
