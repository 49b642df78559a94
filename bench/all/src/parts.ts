/** `full` is `npm run bench`, `quick` is `npm run bench:quick`. */
export type Extent = 'full' | 'quick';

/** The seconds in which a run ends. {@link PARTS} divides them among the parts. */
export const TOTAL_SECONDS: Readonly<Record<Extent, number>> = { full: 30 * 60, quick: 4 * 60 };

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
  /** The mirror that the part needs. It is built before the first part runs. */
  readonly mirror?: 'tiny' | 'many';
  /** The part's share of the time of a run, in seconds. */
  readonly seconds: Readonly<Record<Extent, number>>;
}

export type Need = 'root' | 'chromium' | 'install programs';

const growth = (name: string, title: string, full: number, quick: number): BenchmarkPart => ({
  name: `growth-${name}`,
  title,
  script: `bench/growth/src/parts/${name}.ts`,
  full: ['--extent', 'full'],
  quick: ['--extent', 'quick'],
  smoke: ['--extent', 'smoke'],
  seconds: { full, quick },
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
    seconds: { full: 330, quick: 30 },
  },
  {
    name: 'runtimes',
    title: 'Fetch handlers on Bun and Deno',
    script: 'bench/runtimes/src/main.ts',
    full: ['--rounds', '21'],
    quick: ['--rounds', '5', '--warm-up', '20000', '--only', 'writ,elysia,hono'],
    smoke: ['--rounds', '1', '--requests', '10', '--warm-up', '10', '--only', 'writ,hono', '--case', '0'],
    seconds: { full: 120, quick: 20 },
  },
  {
    name: 'scenarios',
    title: 'Uploads, files, errors and access rules',
    script: 'bench/scenarios/src/main.ts',
    full: ['--rounds', '15'],
    quick: ['--rounds', '3'],
    smoke: ['--rounds', '1', '--scenario', '3'],
    seconds: { full: 120, quick: 22 },
  },
  {
    name: 'routes',
    title: 'Routers with 10,000 routes',
    script: 'bench/routes/src/main.ts',
    full: ['--rounds', '3'],
    quick: ['--rounds', '1'],
    smoke: ['--routes', '20', '--rounds', '1', '--only', 'writ,h3'],
    seconds: { full: 90, quick: 12 },
  },
  {
    name: 'start',
    title: 'Start-up',
    script: 'bench/start/src/main.ts',
    full: ['--rounds', '7'],
    quick: ['--rounds', '2'],
    seconds: { full: 120, quick: 32 },
  },
  {
    name: 'check',
    title: '`writ check`',
    script: 'bench/check/src/main.ts',
    full: ['20'],
    quick: ['5'],
    smoke: ['3'],
    seconds: { full: 45, quick: 7 },
  },
  {
    name: 'install',
    title: 'Installations, small set',
    script: 'bench/install/src/main.ts',
    full: ['--rounds', '3'],
    quick: ['--rounds', '1', '--only', 'writ,sequential'],
    needs: ['root', 'install programs'],
    mirror: 'tiny',
    seconds: { full: 210, quick: 40 },
  },
  {
    name: 'page',
    title: 'The page',
    script: 'bench/page/src/main.ts',
    flags: annotations,
    full: ['20000', '3'],
    quick: ['20000', '1'],
    needs: ['chromium'],
    seconds: { full: 60, quick: 10 },
  },
  growth('routes', 'Growth: routes', 110, 12),
  growth('connections', 'Growth: connections', 150, 14),
  growth('body', 'Growth: request bodies', 150, 14),
  growth('configuration', 'Growth: configurations', 75, 8),
  growth('log', 'Growth: log lines', 75, 8),
  { ...growth('packages', 'Growth: packages', 145, 11), mirror: 'many' },
];
