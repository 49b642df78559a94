import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esbuildPlugin, rollupPlugin } from '../../packages/annotations/src/bundler.ts';
import { nodeEnvironment } from '../../scripts/processes/node-environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes an application with types that metadata cannot distinguish. If `experimental` is true, parameters may have
 * decorators.
 */
function writeApplication(folder: string, experimental: boolean): void {
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { target: 'es2022', ...(experimental && { experimentalDecorators: true }) },
    }),
    'levels.ts': `export enum Level { Debug = 'debug', Info = 'info' }
      export const Mode = { Fast: 'fast', Slow: 'slow' } as const;
      export type Mode = (typeof Mode)[keyof typeof Mode];`,
    'ranks.ts': "import { z } from 'zod'; export const Rank = z.number().max(5);",
    'index.ts': "export { Level as Renamed, Mode } from './levels.ts';",
    'app.ts': `import { BeanParam, GET, Path, PathParam, QueryParam, RestRouter } from '@writ/annotations';
      import { Toolkit } from '@writ/http';
      import type { z } from 'zod';
      import { Renamed, type Mode } from './index.ts';
      import type { Rank } from './ranks.ts';
      class Search {
        @QueryParam('mode') mode!: Mode
        @QueryParam('rank') rank?: z.infer<typeof Rank>
        @QueryParam('sizes') sizes?: (1 | 2)[] }
      ${
        experimental
          ? `function endpoint() {
        @Path('/levels') class Levels {
          @GET('/{level}') one(@PathParam('level') level: Renamed, @BeanParam(Search) { mode, sizes }: Search, @QueryParam('n') n = 1) {
            return { level, mode, sizes, n };
          }
        }
        return Levels;
      }`
          : `function endpoint() {
        @Path('/levels') class Levels {
          @GET('/{level}', PathParam('level', Renamed), BeanParam(Search)) one(level: Renamed, { mode, sizes }: Search) {
            return { level, mode, sizes, n: 1 };
          }
        }
        return Levels;
      }`
      }
      const router = RestRouter.register(new Toolkit(), endpoint());
      for (const target of ['info?mode=fast&sizes=1&sizes=2', 'info?mode=slow', 'warn?mode=fast', 'info?mode=none&sizes=3&rank=6']) {
        const response = await router.fetch(new Request(\`http://localhost/levels/\${target}\`));
        const { errors = [], ...body } = await response.json();
        console.log(response.status, JSON.stringify(response.ok ? body : errors.map(({ name }) => name)));
      }`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

const printed = `200 {"level":"info","mode":"fast","sizes":[1,2],"n":1}
200 {"level":"info","mode":"slow","n":1}
400 ["level"]
400 ["mode","rank","sizes"]
`;

let legacy: string;
let standard: string;

beforeAll(() => {
  [legacy, standard] = [true, false].map((experimental) => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-bundler-'));
    writeApplication(folder, experimental);
    return folder;
  }) as [string, string];
});
afterAll(() => {
  for (const folder of [legacy, standard]) rmSync(folder, { recursive: true });
});

/** Runs a bundle in a folder without sources and packages. */
function runBundle(bundle: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-bundle-'));
  try {
    writeFileSync(join(folder, 'bundle.mjs'), bundle);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', 'bundle.mjs'],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 120_000,
        env: { PATH: process.env['PATH'], ...nodeEnvironment },
      },
    );
    expect(stderr).toBe('');
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function withEsbuild(folder: string, minify: boolean): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [join(folder, 'app.ts')],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    minify,
    logLevel: 'silent',
    plugins: [esbuildPlugin()],
  });
  return outputFiles[0]!.text;
}

describe('a bundle validates values by the declared types of its source', () => {
  it('when built by rolldown', async () => {
    const bundle = await rolldown({
      input: join(legacy, 'app.ts'),
      platform: 'node',
      logLevel: 'silent',
      plugins: [rollupPlugin()],
    });
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, minify: true });
    const [chunk] = output;
    expect(
      chunk.moduleIds.filter((id) =>
        /oxc-(?:parser|transform)|packages.source.src.(?!compiler\.ts$)/.test(id),
      ),
    ).toEqual([]);
    expect(runBundle(chunk.code)).toBe(printed);
  });

  it('when built by Vite', async () => {
    const result = await vite({
      configFile: false,
      logLevel: 'silent',
      root: legacy,
      ssr: { noExternal: true },
      build: { ssr: join(legacy, 'app.ts'), write: false, target: 'node22' },
      plugins: [rollupPlugin()],
    });
    if (!('output' in result)) throw new Error('one build');
    expect(runBundle(result.output[0].code)).toBe(printed);
  });

  it.each([false, true])('when built by esbuild, which emits no metadata (minified: %s)', async (minify) => {
    expect(runBundle(await withEsbuild(legacy, minify))).toBe(printed);
  });

  it('when built by esbuild with standard decorators', async () => {
    expect(runBundle(await withEsbuild(standard, false))).toBe(printed);
  });
});
