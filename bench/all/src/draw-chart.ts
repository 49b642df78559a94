import { parse, View, type Spec } from 'vega';
import type { Chart, Point, Series } from '../../shared/chart.ts';

const WIDTH = 560;
const HEIGHT = 300;
/** Colours that people with colour blindness can distinguish (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

interface DrawnPoint extends Point {
  readonly series: string;
}

/** Draws a chart as SVG. Points that are not positive cannot appear on a logarithmic axis and are left out. */
export function drawChart(chart: Chart): Promise<string> {
  return new View(parse(chartSpec(chart)), { renderer: 'none' }).toSVG();
}

/** Returns the points of the series whose values have a logarithm. */
export function drawnPoints(series: readonly Series[]): DrawnPoint[] {
  return series.flatMap(({ name, points }) =>
    points.filter(({ x, y, low }) => x > 0 && y > 0 && low > 0).map((point) => ({ ...point, series: name })),
  );
}

function chartSpec({ title, x, y, series }: Chart): Spec {
  const values = drawnPoints(series);
  const sizes = [...new Set(values.map((point) => point.x))];
  const axis = { grid: true, gridColor: '#e5e5e5', labelOverlap: true, titleFontWeight: 'normal' } as const;
  const position = { x: { scale: 'x', field: 'x' }, y: { scale: 'y', field: 'y' } } as const;
  const colour = { scale: 'series', field: 'series' } as const;
  return {
    description: `${title}: ${y}`,
    width: WIDTH,
    height: HEIGHT,
    padding: 10,
    background: 'white',
    title: { text: title, subtitle: y, anchor: 'start' },
    data: [{ name: 'points', values: [...values] }],
    scales: [
      { name: 'x', type: 'log', domain: { data: 'points', field: 'x' }, range: 'width' },
      {
        name: 'y',
        type: 'log',
        nice: true,
        domain: { fields: ['low', 'high'].map((field) => ({ data: 'points', field })) },
        range: 'height',
      },
      { name: 'series', type: 'ordinal', domain: series.map(({ name }) => name), range: COLOURS },
    ],
    axes: [
      { ...axis, orient: 'bottom', scale: 'x', title: x, format: ',', values: sizes },
      { ...axis, orient: 'left', scale: 'y', format: ',' },
    ],
    legends: [{ stroke: 'series', symbolType: 'stroke' }],
    marks: [
      {
        type: 'group',
        from: { facet: { name: 'line', data: 'points', groupby: 'series' } },
        marks: [
          {
            type: 'line',
            aria: false,
            from: { data: 'line' },
            encode: { enter: { ...position, stroke: colour, strokeWidth: { value: 2 } } },
          },
          {
            type: 'rule',
            aria: false,
            from: { data: 'line' },
            encode: {
              enter: {
                x: position.x,
                y: { scale: 'y', field: 'low' },
                y2: { scale: 'y', field: 'high' },
                stroke: colour,
              },
            },
          },
          {
            type: 'symbol',
            aria: false,
            from: { data: 'line' },
            encode: { enter: { ...position, fill: colour, size: { value: 30 } } },
          },
        ],
      },
    ],
  };
}
