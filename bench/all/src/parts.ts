/** One benchmark of `npm run bench`: a script that writes its report to the file after `--json`. */
export interface BenchmarkPart {
  readonly name: string;
  readonly title: string;
  /** The path relative to the root of the repository, followed by arguments. */
  readonly script: string;
  readonly flags?: readonly string[];
  readonly full: readonly string[];
  readonly quick: readonly string[];
  /**
   * Arguments of the shortest run, which only shows that the benchmark starts; absent if it needs root, Chromium or the
   * packed packages.
   */
  readonly smoke?: readonly string[];
  /**
   * The requirements of the part. If one of them is not met, the part is skipped, and the results contain the reason.
   */
  readonly needs?: readonly Need[];
  /** Time limit in minutes. */
  readonly limit: number;
}

export type Need = 'root' | 'chromium' | 'install programs';

const growth = (name: string, title: string, limit = 8): BenchmarkPart => ({
  name: `growth-${name}`,
  title,
  script: `bench/growth/src/parts/${name}.ts`,
  full: ['--extent', 'full'],
  quick: ['--extent', 'quick'],
  smoke: ['--extent', 'smoke'],
  limit,
});

const annotations = ['--import', '@writ/annotations/register'];

/** The parts in the order of their results. */
export const PARTS: readonly BenchmarkPart[] = [
  {
    name: 'http',
    title: 'HTTP servers',
    script: 'bench/http/src/main.ts',
    full: ['--rounds', '15', '--requests', '20000'],
    quick: ['--rounds', '3', '--requests', '5000'],
    smoke: ['--rounds', '1', '--requests', '10', '--only', 'raw,writ', '--case', '0'],
    limit: 10,
  },
  {
    name: 'runtimes',
    title: 'Fetch handlers on Bun and Deno',
    script: 'bench/runtimes/src/main.ts',
    full: ['--rounds', '21'],
    quick: ['--rounds', '5', '--warm-up', '20000', '--only', 'writ,elysia,hono'],
    smoke: ['--rounds', '1', '--requests', '10', '--warm-up', '10', '--only', 'writ,hono', '--case', '0'],
    limit: 6,
  },
  {
    name: 'scenarios',
    title: 'Uploads, files, errors and access rules',
    script: 'bench/scenarios/src/main.ts',
    full: ['--rounds', '15'],
    quick: ['--rounds', '3'],
    smoke: ['--rounds', '1', '--scenario', '3'],
    limit: 5,
  },
  {
    name: 'routes',
    title: 'Routers with 10,000 routes',
    script: 'bench/routes/src/main.ts',
    full: ['--rounds', '3'],
    quick: ['--rounds', '1'],
    smoke: ['--routes', '20', '--rounds', '1', '--only', 'writ,h3'],
    limit: 5,
  },
  {
    name: 'start',
    title: 'Start-up',
    script: 'bench/start/src/main.ts',
    full: ['--rounds', '7'],
    quick: ['--rounds', '2'],
    limit: 5,
  },
  {
    name: 'check',
    title: '`writ check`',
    script: 'bench/check/src/main.ts',
    full: ['20'],
    quick: ['5'],
    smoke: ['3'],
    limit: 3,
  },
  {
    name: 'install',
    title: 'Installations, small set',
    script: 'bench/install/src/main.ts',
    full: ['--rounds', '3'],
    quick: ['--rounds', '1', '--only', 'writ,sequential'],
    needs: ['root', 'install programs'],
    limit: 10,
  },
  {
    name: 'page',
    title: 'The page',
    script: 'bench/page/src/main.ts',
    flags: annotations,
    full: ['20000', '3'],
    quick: ['20000', '1'],
    needs: ['chromium'],
    limit: 3,
  },
  growth('routes', 'Growth: routes'),
  growth('connections', 'Growth: connections'),
  growth('body', 'Growth: request bodies'),
  growth('configuration', 'Growth: configurations'),
  growth('log', 'Growth: log lines'),
  growth('packages', 'Growth: packages', 15),
];
