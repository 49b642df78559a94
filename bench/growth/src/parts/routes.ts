/** Registration and look-up of 10 to 10,000 routes. */
import { fileURLToPath } from 'node:url';
import { runPart } from '../part.ts';
import { runScript } from '../run-script.ts';
import { sample } from '../samples.ts';

const ROUTERS = ['writ', 'annotations', 'hono', 'h3', 'fastify'];
const script = fileURLToPath(new URL('../../../routes/src/measure.ts', import.meta.url));
const FLAGS = ['--expose-gc', '--import', '@writ/annotations/register'];

interface RouterFigures {
  readonly register: number;
  readonly memory: number;
  readonly request?: number;
}

await runPart({
  name: 'growth-routes',
  packages: ['fastify', 'h3', 'hono'],
  extents: {
    full: { sizes: [10, 30, 100, 300, 1_000, 3_000, 10_000], rounds: 5 },
    quick: { sizes: [10, 100, 1_000, 3_000, 10_000], rounds: 1 },
    smoke: { sizes: [10], rounds: 1, subjects: 2 },
  },
  measure: async (rounds) => {
    const samples = await sample(ROUTERS, rounds, (router, routes) => {
      const { register, memory, request } = runScript<RouterFigures>(script, [router, String(routes)], FLAGS);
      return { register: (register * routes) / 1_000, memory: (memory * routes) / 1_000, request };
    });
    return {
      method:
        `Each measurement in its own process, medians of at most ${rounds.rounds} interleaved rounds. ` +
        'The fixture and the routers are those of bench/routes.',
      charts: [
        {
          picture: 'routes-registration',
          title: 'Registration of routes',
          x: 'routes',
          y: 'processor time for all routes, ms',
          order: 1,
          series: samples.series('register'),
        },
        {
          picture: 'routes-memory',
          title: 'Memory of routes',
          x: 'routes',
          y: 'heap occupied by all routes, kB',
          order: 1,
          series: samples.series('memory'),
        },
        {
          picture: 'routes-lookup',
          title: 'Requests among many routes',
          x: 'routes',
          y: 'processor time per request in process, us',
          order: 0,
          series: samples.series('request'),
        },
      ],
    };
  },
});
