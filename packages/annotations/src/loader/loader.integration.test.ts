import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';

/** A user's project that contains only a link to this package. */
const project = mkdtempSync(join(tmpdir(), 'writ-loader-'));
mkdirSync(join(project, 'node_modules/@writ'), { recursive: true });
symlinkSync(
  fileURLToPath(new URL('../..', import.meta.url)),
  join(project, 'node_modules/@writ/annotations'),
);
afterAll(() => rmSync(project, { recursive: true }));

function runProject(main: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', '@writ/annotations/register', main],
    {
      cwd: project,
      encoding: 'utf8',
      timeout: 120_000,
      // The test runner's flags must not affect the tests.
      env: { PATH: process.env['PATH'], ...nodeEnvironment },
    },
  );
  return { status, stdout, stderr };
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

/** The names of the modules that one process imports before the first test. */
const imported: string[] = [];
/** Their outputs, or the errors that they cause. */
let outputs: readonly string[] = [];

/** Adds a module, with the files that it needs. Returns a function that returns what the module prints. */
function importModule(
  name: string,
  text: string,
  needed: Readonly<Record<string, string>> = {},
): () => string {
  const index = imported.push(name) - 1;
  write({ [name]: text, ...needed });
  return () => outputs[index]!;
}

beforeAll(() => {
  const main = `
    for (const name of ${JSON.stringify(imported)}) {
      await import(\`./\${name}\`).catch((error) => console.log(error.code, error.stack));
      console.log('next');
    }`;
  write({ 'main.ts': main });
  const { status, stdout, stderr } = runProject('main.ts');
  expect([status, stderr]).toEqual([0, '']);
  outputs = stdout.split('next\n').slice(0, -1);
});

describe('a module', () => {
  const tracer = `
    export const places: string[] = [];
    export function Trace(): any {
      const { stack } = new Error();
      return () => { places.push(stack!.split('\\n')[2]!.replace(/^.*\\/|\\)$/g, '')); };
    }`;
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
  const decorated = importModule('app.ts', app, { 'trace.mts': tracer });
  it('may contain TypeScript that Node cannot strip, and keeps its source locations', () => {
    expect(JSON.parse(decorated())).toEqual({
      result: ['app', 1, 'red', 7],
      places: ['app.ts:10:6', 'app.ts:5:2', 'app.ts:7:4', 'app.ts:8:4'],
    });
  });

  const field = importModule(
    'field.ts',
    `const fields: string[] = [];
     const Mark: any = (_target: object, key: string) => { fields.push(key); };
     class Bean { @Mark id!: number; }
     console.log(fields, Object.keys(new Bean()));`,
  );
  it('preserves the decorator of a field without a value', () => {
    expect(field()).toBe("[ 'id' ] [ 'id' ]\n");
  });

  const plain = importModule('plain.ts', "import './plain.mjs';", {
    'plain.mjs': `import cjs from './old.cts'; import pkg from 'pkg'; console.log(cjs, pkg);`,
    'old.cts': `const x: number = 1; module.exports = x;`,
    'node_modules/pkg/package.json': '{ "name": "pkg", "type": "module", "exports": "./index.js" }',
    'node_modules/pkg/index.js': 'export default 2;',
  });
  it('that is JavaScript, CommonJS or in node_modules is left to Node', () => {
    expect(plain()).toBe('1 2\n');
  });

  const old = importModule('old.ts', "import './old/app.ts';", {
    'old/app.ts': `const { sep } = require('node:path'); const x: string = sep; console.log(x, typeof module);`,
    'old/package.json': '{ "type": "commonjs" }',
  });
  it('that is a TypeScript CommonJS file is left to Node', () => {
    expect(old()).toBe('/ object\n');
  });

  const metadata = importModule(
    'metadata.ts',
    `const seen: Record<string, unknown> = {};
     Reflect.metadata = (key: string, value: unknown) => () => { seen[key] = value; };
     const Mark: any = () => {};
     class A { @Mark m(a: number, b: Date, c: string | undefined, d: bigint) {} }
     delete Reflect.metadata;
     console.log(seen['design:paramtypes']);`,
  );
  it('emits the types of decorated methods if Reflect.metadata is provided', () => {
    expect(metadata().replaceAll(/\s+/g, ' ')).toContain(
      '[Function: Number], [Function: Date], [Function: Object], [Function: BigInt]',
    );
  });
});

describe('the hook', () => {
  const thread = importModule(
    'worker.ts',
    `import { once } from 'node:events';
     import { isMainThread, Worker } from 'node:worker_threads';
     enum Where { Main = 'main', Worker = 'worker' }
     console.log(isMainThread ? Where.Main : Where.Worker);
     if (isMainThread) await once(new Worker(new URL(import.meta.url)), 'exit');`,
  );
  it('is inherited by worker threads', () => {
    expect(thread()).toBe('main\nworker\n');
  });

  const parent = importModule(
    'parent.ts',
    `import { fork, spawnSync } from 'node:child_process';
     import { once } from 'node:events';
     import { fileURLToPath } from 'node:url';
     enum Who { Parent = 'parent', Forked = 'forked', Spawned = 'spawned' }
     const [, , who = Who.Parent] = process.argv;
     const Mark: any = (_target: object, key: string) => { console.log(who, key); };
     class Marked { @Mark id!: number; }
     if (who === Who.Parent) {
       const file = fileURLToPath(import.meta.url);
       const options = [...process.execArgv, file, Who.Spawned];
       process.stdout.write(spawnSync(process.execPath, options, { timeout: 120_000 }).stdout);
       await once(fork(file, [Who.Forked]), 'exit');
     }`,
  );
  it('is inherited by forked processes and by processes started with the same options', () => {
    expect(parent()).toBe('parent id\nspawned id\nforked id\n');
  });
});

it('a syntax error ends the process, and is reported with its location', () => {
  write({
    'broken-main.ts': `import './broken.ts';`,
    'broken.ts': `// é 😀\nclass A {\n  @GET( one() {}\n}\n`,
  });
  const { status, stderr } = runProject('broken-main.ts');
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
  const cases = expressions.map(([text, column], index) => {
    const name = `expression${index}.ts`;
    const module = `import { GET, Path } from './decorators.ts';\n${text}\nvoid [GET, Path];`;
    const output = importModule(name, module, { 'decorators.ts': decorators });
    return { text, place: `${name}:2:${column}`, output };
  });

  it.each(cases)('is rejected if it is decorated: $text', ({ place, output }) => {
    expect(output()).toContain(
      `${place}: error W2100 syntax: a class expression cannot be decorated with experimental decorators`,
    );
    expect(output()).toContain(
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
  const cases = declarations.map((text, index) => {
    const file = `declared${index}.ts`;
    const module = `import type from './${file}';\nconst { path, get }: any = type;\nconsole.log(path, get);`;
    const needed = {
      [file]: `import { GET, Path } from './decorators.ts';\n${text}`,
      'decorators.ts': decorators,
    };
    return { text, output: importModule(`declaration${index}.ts`, module, needed) };
  });

  it.each(cases)('runs its decorators: $text', ({ output }) => {
    expect(output()).toBe('true true\n');
  });
});

describe('an error reports', () => {
  const space = importModule('space.ts', 'export namespace N { export let x = 1; }');
  it('syntax that would change its meaning when compiled', () => {
    expect(space()).toContain('space.ts:1:33: error W2100 syntax: Namespaces exporting non-const');
  });

  const fresh = importModule('fresh.ts', "import './fresh/app.ts';", {
    'fresh/app.ts': `export enum Level { Low = 'low' }`,
    'fresh/package.json': '{\n  "name": "fresh",\n  "type": "commonjs"\n}\n',
  });
  it('that "type": "commonjs" prevents a TypeScript ES module from being loaded', () => {
    expect(fresh()).toContain(`${join(project, 'fresh/package.json')}:3:11: error W2100 syntax:`);
    expect(fresh()).toContain('write "type": "module" here, or name the file .mts');
    expect(fresh()).not.toContain('hooks.ts');
  });
});

describe('a file that is imported with a wrong extension', () => {
  const names = [
    ['./notes.js', './notes.ts'],
    ['./notes', './notes.ts'],
    ['./others.mjs', './others.mts'],
    ['./folder', './folder/index.ts'],
  ] as const;
  const cases = names.map(([written, instead], index) => {
    const name = `import${index}.ts`;
    const output = importModule(name, `import * as all from '${written}';\nconsole.log(all);`, {
      'notes.ts': 'export const notes = 1;',
      'others.mts': 'export const others = 1;',
      'folder/index.ts': 'export const all = 1;',
    });
    return { name, written, instead, output };
  });

  it.each(cases)(
    'produces an error that suggests the existing file instead of $written',
    ({ name, instead, output }) => {
      expect(output()).toContain(`imported from ${join(project, name)}: write '${instead}'`);
      expect(output()).toMatch(/ERR_(?:MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)/);
    },
  );

  const missing = importModule('missing.ts', "import './nothing.js';");
  it("produces Node's own error if the module does not exist under any extension", () => {
    expect(missing()).toContain("Cannot find module '" + join(project, 'nothing.js') + "'");
    expect(missing()).not.toContain(': write');
  });
});
