import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A user's project that contains only a link to this package. */
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'writ-loader-'));
  mkdirSync(join(project, 'node_modules/@writ'), { recursive: true });
  symlinkSync(
    fileURLToPath(new URL('../..', import.meta.url)),
    join(project, 'node_modules/@writ/annotations'),
  );
});
afterAll(() => rmSync(project, { recursive: true }));

function runProject(files: Record<string, string>): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const main = Object.keys(files)[0]!;
  const result = spawnSync(process.execPath, ['--import', '@writ/annotations/register', main], {
    cwd: project,
    encoding: 'utf8',
    timeout: 120_000,
    // The test runner's flags must not affect the tests.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

/** Imports files in one process; returns the output or the error of each. */
function importEach(texts: readonly string[], files: Record<string, string>): readonly string[] {
  const main = `
    for (let index = 0; index < ${texts.length}; index += 1) {
      await import(\`./file\${index}.ts\`).catch((error) => console.log(error.code, error.stack));
      console.log('next');
    }`;
  const named = texts.map((text, index) => [`file${index}.ts`, text] as const);
  const { status, stdout, stderr } = runProject({ 'main.ts': main, ...Object.fromEntries(named), ...files });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('next\n').slice(0, -1);
}

const tracer = `
  export const places: string[] = [];
  export function Trace(): any {
    const { stack } = new Error();
    return () => { places.push(stack!.split('\\n')[2]!.replace(/^.*\\/|\\)$/g, '')); };
  }`;

it('runs TypeScript that Node cannot strip, with source locations', () => {
  const app = `import { places, Trace } from './trace.mts';
import type { Gone } from './gone.ts';
enum Colour { Red = 'red' }
class Base { constructor(protected readonly name: string) {} }
@Trace()
class App extends Base {
  @Trace() field = 1;
  @Trace()
  one(
    @Trace() id: number, other?: Gone,
  ) { return [this.name, this.field, Colour.Red, id]; }
}
console.log(JSON.stringify({ result: new App('app').one(7), places: places.toSorted() }));`;
  const { stdout, stderr } = runProject({ 'app.ts': app, 'trace.mts': tracer });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    result: ['app', 1, 'red', 7],
    places: ['app.ts:10:6', 'app.ts:5:2', 'app.ts:7:4', 'app.ts:8:4'],
  });
});

describe('modules in one process', () => {
  let printed: readonly string[];
  beforeAll(() => {
    const field = `
      const fields: string[] = [];
      const Mark: any = (_target: object, key: string) => { fields.push(key); };
      class Bean { @Mark id!: number; }
      console.log(fields, Object.keys(new Bean()));`;
    const metadata = `
      const seen: Record<string, unknown> = {};
      Reflect.metadata = (key: string, value: unknown) => () => { seen[key] = value; };
      const Mark: any = () => {};
      class A { @Mark m(a: number, b: Date, c: string | undefined, d: bigint) {} }
      console.log(seen['design:paramtypes']);`;
    printed = importEach([field, "import './plain.mjs';", "import './old/app.ts';", metadata], {
      'plain.mjs': `import cjs from './old.cts'; import pkg from 'pkg'; console.log(cjs, pkg);`,
      'old.cts': `const x: number = 1; module.exports = x;`,
      'node_modules/pkg/package.json': '{ "name": "pkg", "type": "module", "exports": "./index.js" }',
      'node_modules/pkg/index.js': 'export default 2;',
      'old/app.ts': `const { sep } = require('node:path'); const x: string = sep; console.log(x, typeof module);`,
      'old/package.json': '{ "type": "commonjs" }',
    });
  });

  it('preserve the decorator of a field without a value', () => {
    expect(printed[0]).toBe("[ 'id' ] [ 'id' ]\n");
  });

  it('that are JavaScript, CommonJS or in node_modules are left to Node', () => {
    expect(printed[1]).toBe('1 2\n');
  });

  it('that are TypeScript CommonJS files are left to Node', () => {
    expect(printed[2]).toBe('/ object\n');
  });

  it('emit the types of decorated methods if Reflect.metadata is provided', () => {
    expect(printed[3]!.replaceAll(/\s+/g, ' ')).toContain(
      '[Function: Number], [Function: Date], [Function: Object], [Function: BigInt]',
    );
  });
});

it('is inherited by worker threads', () => {
  const app = `
    import { isMainThread, Worker } from 'node:worker_threads';
    enum Where { Main = 'main', Worker = 'worker' }
    console.log(isMainThread ? Where.Main : Where.Worker);
    if (isMainThread) new Worker(new URL(import.meta.url));`;
  expect(runProject({ 'worker.ts': app }).stdout).toBe('main\nworker\n');
});

it('is inherited by forked processes and by processes started with the same options', () => {
  const app = `
    import { fork, spawnSync } from 'node:child_process';
    import { fileURLToPath } from 'node:url';
    enum Who { Parent = 'parent', Forked = 'forked', Spawned = 'spawned' }
    const [, file, who = Who.Parent] = process.argv;
    const Mark: any = (_target: object, key: string) => { console.log(who, key); };
    class Marked { @Mark id!: number; }
    if (who === Who.Parent) {
      const options = [...process.execArgv, fileURLToPath(import.meta.url), Who.Spawned];
      process.stdout.write(spawnSync(process.execPath, options, { timeout: 120_000 }).stdout);
      fork(file!, [Who.Forked]);
    }`;
  expect(runProject({ 'parent.ts': app }).stdout).toBe('parent id\nspawned id\nforked id\n');
});

it('reports a syntax error with its location', () => {
  const { status, stderr } = runProject({
    'main.ts': `import './broken.ts';`,
    'broken.ts': `// é 😀\nclass A {\n  @GET( one() {}\n}\n`,
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`${join(project, 'broken.ts')}:3:15: error W2100 syntax:`);
  expect(stderr).toContain('  3 |   @GET( one() {}\n    |               ^\n');
  expect(stderr).not.toContain('hooks.ts');
});

const decorators = `
export const Path = (..._args: any[]): any => (type: any) => { type.path = true; };
export const GET = (..._args: any[]): any => (type: any) => { type.constructor.get = true; };
`;

describe('a class expression with experimental decorators', () => {
  const expressions = [
    ["const Notes = @Path('/n') class {};", 15],
    ["const Notes = @Path('/n') class Named { @GET() one() {} };", 15],
    ["const Notes=@Path('/n')class{};", 13],
    ['const Notes = class { @GET() one() {} };', 23],
    ['const make = (path: string) => @Path(path) class { };', 32],
    ["console.log(@Path('/n') class {});", 13],
    ["export default (@Path('/n') class {});", 17],
    ['class Notes extends (class { one(@GET() id: string) {} }) {}', 34],
  ] as const;
  let errors: readonly string[];
  beforeAll(() => {
    const texts = expressions.map(
      ([text]) => `import { GET, Path } from './decorators.ts';\n${text}\nvoid [GET, Path];`,
    );
    errors = importEach(texts, { 'decorators.ts': decorators });
  });

  it.each(expressions)('is rejected if it is decorated: %s', (text, column) => {
    const index = expressions.findIndex(([each]) => each === text);
    expect(errors[index]).toContain(
      `file${index}.ts:2:${column}: error W2100 syntax: a class expression cannot be decorated with experimental decorators`,
    );
    expect(errors[index]).toContain(
      'hint: declare the class, such as @Path(…) class Notes { … }, and use its name',
    );
  });
});

describe('a class declaration, with or without a name,', () => {
  const declarations = [
    "export default @Path('/n') class { @GET() one() {} }",
    "@Path('/n') export default class { @GET() one() {} }",
    "export default @Path('/n') class Notes { @GET() one() {} }",
    "@Path('/n') class Notes { @GET() one() {} }\nexport { Notes as default };",
    "const make = () => { @Path('/n') class Notes { @GET() one() {} } return Notes; };\nexport default make();",
  ];
  let printed: readonly string[];
  beforeAll(() => {
    const files = declarations.map(
      (text, index) =>
        [`declared${index}.ts`, `import { GET, Path } from './decorators.ts';\n${text}`] as const,
    );
    const texts = files.map(
      ([file]) => `import type from './${file}';\nconst { path, get }: any = type;\nconsole.log(path, get);`,
    );
    printed = importEach(texts, { ...Object.fromEntries(files), 'decorators.ts': decorators });
  });

  it.each(declarations)('runs its decorators: %s', (text) => {
    expect(printed[declarations.indexOf(text)]).toBe('true true\n');
  });
});

it('rejects syntax that would change its meaning when compiled', () => {
  const { status, stderr } = runProject({ 'space.ts': 'export namespace N { export let x = 1; }' });
  expect(status).toBe(1);
  expect(stderr).toContain('space.ts:1:33: error W2100 syntax: Namespaces exporting non-const');
});

it('reports that "type": "commonjs" prevents a TypeScript ES module from being loaded', () => {
  const { status, stderr } = runProject({
    'fresh/app.ts': `export enum Level { Low = 'low' }`,
    'fresh/package.json': '{\n  "name": "fresh",\n  "type": "commonjs"\n}\n',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`${join(project, 'fresh/package.json')}:3:11: error W2100 syntax:`);
  expect(stderr).toContain('write "type": "module" here, or name the file .mts');
  expect(stderr).not.toContain('hooks.ts');
});

describe('a file that is imported with a wrong extension', () => {
  const names = [
    ['./notes.js', './notes.ts'],
    ['./notes', './notes.ts'],
    ['./others.mjs', './others.mts'],
    ['./folder', './folder/index.ts'],
  ] as const;
  let errors: readonly string[];
  beforeAll(() => {
    const texts = names.map(([written]) => `import * as all from '${written}';\nconsole.log(all);`);
    errors = importEach(texts, {
      'notes.ts': 'export const notes = 1;',
      'others.mts': 'export const others = 1;',
      'folder/index.ts': 'export const all = 1;',
    });
  });

  it.each(names)('produces an error that suggests the existing file instead of %s', (written, instead) => {
    const index = names.findIndex(([each]) => each === written);
    expect(errors[index]).toContain(`imported from ${join(project, `file${index}.ts`)}: write '${instead}'`);
    expect(errors[index]).toMatch(/ERR_(?:MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)/);
  });
});

it("does not change Node's message for a module that does not exist under any extension", () => {
  const { status, stderr } = runProject({ 'app.ts': "import './nothing.js';" });
  expect(status).toBe(1);
  expect(stderr).toContain("Cannot find module '" + join(project, 'nothing.js') + "'");
  expect(stderr).not.toContain(': write');
});
