import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';

const folders = '{bench,packages,tools,docs,examples,scripts,site}';
const exclude = ['**/node_modules/**', '**/dist/**'];
const integration = `${folders}/**/*.integration.test.ts`;
const release = 'e2e/release/*.test.ts';
const machines = 'e2e/machines/**/*.test.ts';
const pages = 'e2e/pages/*.test.ts';
const servers = 'e2e/{conduit,fleet,jobs,load,stores,websockets}/*.test.ts';
const fuzz = `${folders}/**/*.fuzz.test.ts`;
const cost = `${folders}/**/*.cost.test.ts`;

/** Cases of each property of the project `fuzz`. */
const fuzzRuns = Number(process.env['WRIT_FUZZ_RUNS'] ?? 100);

/** Waits have generous limits in all projects, because Vitest's default of one second is too short on a busy machine. */
const waits = 'scripts/wait-limit.ts';
/** For projects whose files share the modules of a process. */
const noModuleMocks = 'scripts/unit/no-module-mocks.ts';
const poll = { expect: { poll: { timeout: 30_000 } } };

/** Preloaded into the processes of integration tests, which import hundreds of sources. */
const resolveSources = fileURLToPath(new URL('scripts/processes/resolve-sources.cjs', import.meta.url));

/** Exported, because the tests of its setup files run with it. */
export const unit: TestProjectInlineConfiguration = {
  test: {
    name: 'unit',
    include: [`${folders}/**/*.test.ts`],
    exclude: [...exclude, integration, fuzz, cost],
    ...poll,
    setupFiles: [
      waits,
      'scripts/fixed-seed.ts',
      'scripts/unit/no-processes.ts',
      'scripts/unit/no-long-waits.ts',
      'scripts/unit/no-fake-timers.ts',
      noModuleMocks,
    ],
    // Three quarters of the time were spent on loading the same modules for every file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

/** Settings of the tests that install. */
const e2e = {
  ...poll,
  setupFiles: [waits],
  // The tests inspect the tree and fill disks.
  env: { WRIT_MEMORY: '' },
  testTimeout: 15 * 60_000,
  hookTimeout: 15 * 60_000,
  fileParallelism: false,
};

/** What each is for, and how to run it: docs/testing.md. The name of a file says which it belongs to. */
const projects: TestProjectInlineConfiguration[] = [
  unit,
  {
    test: {
      name: 'integration',
      include: [integration],
      exclude,
      env: { NODE_OPTIONS: `--require ${JSON.stringify(resolveSources)}` },
      ...poll,
      setupFiles: [waits, 'scripts/fixed-seed.ts', noModuleMocks],
      isolate: false,
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  },
  {
    // Each file has its own process, whose executed code or memory it measures.
    test: {
      name: 'cost',
      include: [cost],
      exclude,
      ...poll,
      setupFiles: [waits, 'scripts/fixed-seed.ts'],
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  },
  {
    test: {
      name: 'fuzz',
      include: [fuzz],
      exclude,
      ...poll,
      setupFiles: [waits, 'scripts/fixed-seed.ts', 'scripts/fuzz-runs.ts', noModuleMocks],
      isolate: false,
      testTimeout: 60_000 + fuzzRuns * 100,
      hookTimeout: 60_000,
    },
  },
  {
    // Needs root and the Debian packages of scripts/debian: real pacman.
    test: {
      name: 'e2e',
      include: ['e2e/**/*.test.ts'],
      exclude: [release, machines, pages, servers],
      ...e2e,
    },
  },
  {
    // Starts installed systems in QEMU. Needs the same as `e2e`, and runs beside it.
    test: { name: 'machines', include: [machines], ...e2e },
  },
  {
    // The pages of the service in a real browser. Needs the same as `e2e`, and runs beside it.
    test: { name: 'pages', include: [pages], ...e2e },
  },
  {
    // Servers and workers, with PostgreSQL, Redis and browsers. Needs the same as `e2e`, and runs beside it.
    test: { name: 'servers', include: [servers], ...e2e },
  },
  {
    // Packs, bundles and builds what is published; installs no system, so that it can run beside `e2e`. Needs Chromium.
    test: {
      name: 'release',
      include: [release],
      ...poll,
      setupFiles: [waits],
      testTimeout: 15 * 60_000,
      hookTimeout: 15 * 60_000,
      fileParallelism: false,
    },
  },
];

const config: ViteUserConfig = defineConfig({
  test: {
    // Many tests wait: for separate processes, or for what must not happen.
    maxWorkers: availableParallelism() + 4,
    coverage: {
      provider: 'v8',
      include: ['{packages,tools}/*/src/**'],
      exclude: ['**/*.test.ts', '**/*.gen.ts', '**/fixtures/**'],
      reporter: ['text-summary'],
    },
    // Processes that tests start compile the same modules: most of the work of a short one.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
    projects,
  },
});

export default config;
