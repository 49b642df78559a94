/** Runs whole processes, in which the generated modules check values without sources, declaration files or a parser. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, page, project, write } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  verbatimModuleSyntax: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
};

const application = {
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'app'] }),
  'levels.ts': `export enum Level { Debug = 'debug', Info = 'info' }
    export type Size = 1 | 2;`,
  'ranks.ts': `import { z } from 'zod';
    export const Rank = z.number().max(5);`,
  'search.ts': `import { BeanParam, QueryParam } from '@writ/annotations';
    import type { z } from 'zod';
    import type { Size } from './levels.ts';
    import type { Rank } from './ranks.ts';
    export class Search {
      @QueryParam('size') size!: Size;
      @QueryParam('rank') rank!: z.infer<typeof Rank>;
    }
    export default class { @QueryParam('tag') tag!: \`t\${number}\`; }`,
  'app/pages.ts': `${page}import { Level } from '../levels.ts';
    export class Default extends Controller {
      GET({ level, sort = 'asc' }: { level: Level, sort?: 'asc' | 'desc' }) { return [level, sort]; }
    }`,
  // The class is evaluated after the module that refers to it.
  'main.ts': `import { BeanParam, GET, Path, PathParam, QueryParam, RestRouter } from '@writ/annotations';
    import { Application } from '@writ/controllers';
    import { Toolkit } from '@writ/http';
    import './annotations.gen.ts';
    import { controllers } from './controllers.gen.ts';
    import { Level } from './levels.ts';
    import Tagged, { Search } from './search.ts';
    @Path('/levels')
    export class Levels {
      @GET('/{level}') get(
        @PathParam('level') level: Level, @BeanParam() search: Search, @BeanParam() tagged: Tagged,
        @QueryParam('all') all: Level[] = [],
      ) { return [level, search.size, search.rank, tagged.tag, ...all]; }
    }
    const warn = (_: object, message: string) => { console.log(message); };
    const annotated = RestRouter.register(new Toolkit({ logger: { debug() {}, info() {}, warn, error: warn } }), Levels);
    const { fetch: controlled } = Application.from(controllers);
    const print = async (answer: Response | Promise<Response>) => {
      const { errors, ...body } = await (await answer).json() as any;
      console.log(JSON.stringify(errors?.map(({ name }: any) => name) ?? Object.values(body)));
    };
    void (async () => {
      for (const path of ['levels/info?size=2&rank=5&tag=t1&all=debug', 'levels/x?size=3&rank=6&tag=x&all=x'])
        await print(annotated.fetch(new Request('http://localhost/' + path)));
      for (const query of ['level=info&sort=desc', 'level=x&sort=x'])
        await print(controlled(new Request('http://localhost/?' + query)));
      const { sharedObjects } = (process as any).report?.getReport() ?? { sharedObjects: [] };
      console.log('native parsers', sharedObjects.filter((file: string) => file.includes('oxc')).length);
    })();`,
};

const printed = `["info",2,5,"t1","debug"]
["level","size","rank","tag","all"]
["info","desc"]
["level","sort"]
native parsers 0
`;

function node(directory: string, ...args: readonly string[]): { stdout: string; stderr: string } {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 120_000,
    env,
  });
  return { stdout, stderr };
}

const argv = ['build', '--prefix=app.pages', 'main.ts'];

/** Runs `writ build` in a new project. main.ts imports both generated modules, although they do not exist yet. */
async function buildProject(): Promise<string> {
  const directory = createProject(application);
  expect(await runShared(directory, argv)).toEqual({
    status: 0,
    stdout: '',
    stderr: 'writ: 1 route in controllers.gen.ts\nwrit: the types of 3 classes in annotations.gen.ts\n',
  });
  return directory;
}

function compile(directory: string, ...options: readonly string[]): void {
  expect(node(directory, tsc, '--singleThreaded', '-p', '.', ...options)).toEqual({ stdout: '', stderr: '' });
}

/** Runs the compiled program of a project in another folder, which contains no sources. */
function runWithoutSources(directory: string, ...options: readonly string[]): ReturnType<typeof node> {
  const alone = project({ 'package.json': readFileSync(join(directory, 'package.json'), 'utf8') });
  cpSync(join(directory, 'out'), join(alone, 'out'), { recursive: true });
  return node(alone, ...options, 'out/main.js');
}

describe('writ build for files that contain annotated classes', () => {
  let built: string;
  beforeAll(async () => {
    built = await buildProject();
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  describe('lets compiled code', () => {
    beforeAll(() => compile(built));

    it('of both front ends check declared types without the sources', () => {
      expect(existsSync(join(built, 'out/main.d.ts'))).toBe(false);
      expect(runWithoutSources(built, '--disallow-code-generation-from-strings')).toEqual({
        stdout: printed,
        stderr: '',
      });
    });

    it.each([false, true])('check declared types in a bundle (minified: %s)', async (minify) => {
      await esbuild({
        entryPoints: [join(built, 'out/main.js')],
        outfile: join(built, 'bundle.mjs'),
        bundle: true,
        minify,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
      });
      const bundled = project({ 'bundle.mjs': readFileSync(join(built, 'bundle.mjs'), 'utf8') });
      rmSync(join(bundled, 'node_modules'));
      expect(node(bundled, 'bundle.mjs')).toEqual({ stdout: printed, stderr: '' });
    });
  });

  it('lets compiled CommonJS code check declared types', () => {
    const directory = project({});
    const isOwn = (file: string): boolean => !['node_modules', 'out'].includes(basename(file));
    cpSync(built, directory, { recursive: true, filter: isOwn });
    write(directory, { 'package.json': '{ "type": "commonjs" }' });
    compile(directory, '--verbatimModuleSyntax', 'false');
    expect(runWithoutSources(directory)).toEqual({ stdout: printed, stderr: '' });
  });

  it('writes the same content again for unchanged sources, and writes JavaScript if the file name ends in .js', async () => {
    const first = readFileSync(join(built, 'annotations.gen.ts'), 'utf8');
    expect(first).toMatch(/^\/\/ Written by writ build main\.ts; changes are overwritten\.\n/);
    expect((await runShared(built, argv)).status).toBe(0);
    expect(readFileSync(join(built, 'annotations.gen.ts'), 'utf8')).toBe(first);
    const { status, stderr } = await runShared(built, ['build', 'search.ts', '-o', 'types.js']);
    expect([status, stderr]).toEqual([0, 'writ: the types of 2 classes in types.js\n']);
    expect(node(built, '--check', 'types.js').stderr).toBe('');
  });

  it('does not replace a module that it did not write', async () => {
    const directory = project(application);
    writeFileSync(join(directory, 'annotations.gen.ts'), 'export {};\n');
    const { status, stderr } = await runShared(directory, argv);
    expect([status, stderr]).toEqual([
      3,
      'writ: annotations.gen.ts was not written by writ build and is not replaced\n',
    ]);
    expect(existsSync(join(directory, 'controllers.gen.ts'))).toBe(false);
  });

  it('writes neither module if one front end has an error', async () => {
    const directory = project({ ...application, 'search.ts': 'export class {' });
    const { status, stderr } = await runShared(directory, argv);
    expect(status).toBe(1);
    expect(stderr).toContain('search.ts:1:15: error W3103');
    expect(stderr).toContain('writ: nothing was written: 1 error');
    expect(existsSync(join(directory, 'controllers.gen.ts'))).toBe(false);
    expect(existsSync(join(directory, 'annotations.gen.ts'))).toBe(false);
  });

  it.each([
    ['none.ts', 'cannot read none.ts'],
    ['app', 'app is a folder'],
    ['levels.ts', 'no annotated class in levels.ts or in the modules imported from there'],
  ])('exits with 2 for %s', async (file, message) => {
    const { status, stderr } = await runShared(project(application), ['build', file]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('writ build --strict', () => {
  it.each([
    [
      'a class that is not exported',
      ['search.ts'],
      {
        'search.ts':
          "import { QueryParam } from '@writ/annotations';\nclass Search { @QueryParam('x') x!: 1; }",
      },
      'search.ts:2:7: warning W2134 unexported-class: Search is not exported',
      'annotations.gen.ts',
    ],
    [
      'a warning of a controller',
      ['--prefix=app.pages'],
      {
        'app/pages/index.ts': `${page}export class Default extends Controller { GET() { return 1; } }`,
        'app/pages/view.tsx': 'export {};',
      },
      'warning W31',
      'controllers.gen.ts',
    ],
  ])('writes no module for %s, and prints the warning', async (_, args, files, warning, output) => {
    const directory = project(files);
    const strict = await runShared(directory, ['build', ...args, '--strict']);
    expect(strict.status).toBe(1);
    expect(strict.stderr).toContain(warning);
    expect(strict.stderr).toMatch(/writ: nothing was written: 1 warning\n$/);
    expect(existsSync(join(directory, output))).toBe(false);
    const plain = await runShared(directory, ['build', ...args]);
    expect(plain.status).toBe(0);
    expect(plain.stderr).toContain(warning);
    expect(existsSync(join(directory, output))).toBe(true);
  });
});
