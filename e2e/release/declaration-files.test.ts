/** Compiled code, run by plain Node, with its types in the declaration files next to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { compilerSettings, createProject, type Project } from '../../packages/annotations/test/project.ts';

let project: Project | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

const levels = `export enum Level { Debug = 'debug', Info = 'info' }
  export const Mode = { Fast: 'fast', Slow: 'slow' } as const;
  export type Mode = (typeof Mode)[keyof typeof Mode];
  export type Size = 1 | 2;`;

const app = `
  import { BeanParam, GET, Path, QueryParam, RestRouter } from '@writ/annotations';
  import { Toolkit } from '@writ/http';
  import { Level, type Mode, type Size } from './index.js';

  export class Search {
    @QueryParam('mode') mode!: Mode;
    constructor(@QueryParam('size') readonly size?: Size) {}
  }

  @Path('/')
  export class Levels {
    @GET('/') get(@QueryParam('level') level: Level, @BeanParam() search: Search, @QueryParam('all') all: Level[] = []) {
      return { level, ...search, all };
    }
  }

  const silent = { debug() {}, info() {}, warn(_: object, message: string) { console.log(message); }, error() {} };
  const router = RestRouter.register(new Toolkit({ logger: silent }), Levels);
  (async () => {
    for (const query of ['level=info&mode=fast&size=2&all=info', 'level=x&mode=x&size=3&all=x']) {
      const { errors, ...body } = await (await router.fetch(new Request(\`http://localhost/?\${query}\`))).json() as any;
      console.log(JSON.stringify(errors?.map(({ name }: any) => name) ?? body));
    }
    const { sharedObjects } = process.report.getReport() as any;
    console.log('native parsers', sharedObjects.filter((file: string) => file.includes('oxc')).length);
  })();`;

/** The same application without arrays, because metadata contains no element types. */
const scalars = app.replace(", @QueryParam('all') all: Level[] = []", '').replace(', all }', ' }');

const checked = `{"level":"info","size":2,"mode":"fast","all":["info"]}
["level","size","mode","all"]
native parsers 0
`;

const below = (text: string): string => text.replace('./index.js', '../index.js');

/** Applications that are compiled together, because they need the same options. */
let compiled: Project;
beforeAll(() => {
  const commonjs = '{ "type": "commonjs" }';
  compiled = createProject({
    'tsconfig.json': compilerSettings(),
    'src/levels.ts': levels,
    'src/index.ts': "export * from './levels.js';",
    'src/app.ts': app,
    'src/hidden/app.ts': below(scalars.replaceAll('export class', 'class')),
    'src/outdated/app.ts': below(app),
    'src/commonjs/package.json': commonjs,
    'src/commonjs/levels.ts': levels,
    'src/commonjs/index.ts': "export * from './levels.js';",
    'src/commonjs/app.ts': app,
    'out/commonjs/package.json': commonjs,
  });
  compiled.compile('--noCheck');
});
afterAll(() => compiled.remove());

function compileApp(options: object, files: Readonly<Record<string, string>> = {}): Project {
  project = createProject({
    'tsconfig.json': compilerSettings(options),
    'src/levels.ts': levels,
    'src/index.ts': "export * from './levels.js';",
    'src/app.ts': app,
    ...files,
  });
  project.compile('--noCheck');
  return project;
}

it('compiled code validates values by its declaration files, without a native parser', () => {
  const { stdout, stderr } = compiled.node('out/app.js');
  expect(stderr).toBe('');
  expect(stdout).toBe(checked);
});

it('compiled code finds its declaration files when source maps point to the sources', () => {
  const { stdout } = compileApp({ sourceMap: true }).node('--enable-source-maps', 'out/app.js');
  expect(stdout).toBe(checked);
});

it('compiled code next to its sources, with TypeScript extensions in imports, uses its declaration files', () => {
  const options = { outDir: undefined, rewriteRelativeImportExtensions: true };
  const { stdout } = compileApp(options, { 'src/app.ts': app.replace('./index.js', './index.ts') }).node(
    'src/app.js',
  );
  expect(stdout).toBe(checked);
});

it('compiled CommonJS code uses its declaration files', () => {
  const { stdout, stderr } = compiled.node('out/commonjs/app.js');
  expect(stderr).toBe('');
  expect(stdout).toBe(checked);
});

/** The warnings of a compiled program, without their locations. */
function readWarnings(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /warning W\d+|hint:/.test(line))
    .map((line) => line.replace(/^.*?(?=W\d+|hint)/, ''));
}

it('compiled code without declaration files causes one warning per class', () => {
  const { stdout } = compileApp({ declaration: false }, { 'src/app.ts': scalars }).node('out/app.js');
  const [levelsWarning, hint, search] = readWarnings(stdout);
  expect(levelsWarning).toMatch(
    /^W2132 metadata-only-type: Levels: the type of QueryParam\('level'\) of Levels\.get comes from metadata/,
  );
  expect(hint).toContain('compile with "declaration": true');
  expect(search).toMatch(
    /^W2132 metadata-only-type: Search: the type of QueryParam\('mode'\) of Search\.mode and 1 more/,
  );
  expect(stdout).toContain('native parsers 0');
});

it('a class that is missing from its declaration file causes a warning that suggests an export', () => {
  const { stdout } = compiled.node('out/hidden/app.js');
  expect(readWarnings(stdout)[1]).toMatch(
    /or declare it in app\.d\.ts: export Levels and make its annotated members public$/,
  );
});

it('an outdated declaration is ignored if it contradicts the metadata', () => {
  const { folder, write, node } = compiled;
  const declared = readFileSync(join(folder, 'out/outdated/app.d.ts'), 'utf8');
  expect(declared).toContain('level: Level');
  write({ 'out/outdated/app.d.ts': declared.replace('level: Level', 'level: Size') });
  expect(node('out/outdated/app.js').stdout).toMatch(
    /W2132 metadata-only-type: Levels: the type of QueryParam\('level'\)/,
  );
});

it('fields of beans need no metadata in compiled code with standard decorators', () => {
  const get = "@GET('/', QueryParam('level', Level), BeanParam(Search)) get(level: Level, search: Search)";
  const standard = scalars
    .replace("constructor(@QueryParam('size') readonly size?: Size) {}", "@QueryParam('size') size?: Size;")
    .replace("@GET('/') get(@QueryParam('level') level: Level, @BeanParam() search: Search)", get);
  const options = { experimentalDecorators: undefined, emitDecoratorMetadata: undefined, target: 'es2022' };
  const { stdout } = compileApp(options, { 'src/app.ts': standard }).node('out/app.js');
  expect(stdout).toBe(`{"level":"info","mode":"fast","size":2}
["level","mode","size"]
native parsers 0
`);
});
