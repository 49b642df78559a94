/** Tables written by `writ build` behave like their source controllers. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { rolldown } from 'rolldown';
import { connectWebSocket } from '@writ/http/testing/transports';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { findControllers, type DiscoveredControllers } from '../find-controllers.ts';
import { loadControllers, type LoadedControllers } from '../load.ts';
import { fromTable } from './from-table.ts';
import type { ControllersTable } from './table.ts';
import { writeTable } from './write-table.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const site = fileURLToPath(new URL('../../fixtures/site/', import.meta.url));
const fixtures = Object.fromEntries(
  globSync('**/*.ts', { cwd: site }).map((name) => [`app/${name}`, readFileSync(join(site, name), 'utf8')]),
);

/** Signatures with every kind of type, position and name. */
const every = {
  'app/index.ts': `
    import { Controller } from '@writ/controllers';
    import type { z } from 'zod';
    import { NewNote, type Color } from './_types.ts';
    import * as types from './_types.ts';
    import { limits } from './_limits.ts';
    /** The front. */
    export class Default extends Controller {
      static Inner = class extends Controller { GET(at: Date = new Date(0)) { return { at }; } };
      /** Lists.\\n * @param page which one */
      GET(page = 1, { color, tags = ['a', 'b'] }: { color?: Color; tags?: string[] } = {}) { return { page, color, tags }; }
      POST(note: z.infer<typeof NewNote>) { return note; }
      PROPFIND(note: z.input<typeof NewNote>, words?: z.input<typeof types.Words>) { return [note, words]; }
      PUT(body: Uint8Array) { return body.length; }
      PATCH({ a, ...more }: { a: 1 | 'x' | null; [name: string]: unknown }) { return { a, more }; }
    }
    export class Checked extends Controller {
      static params = { POST: types.Other };
      POST({ n = 2 }: { n?: number }) { return { n }; }
    }
    export class Limited extends Controller {
      static limits = limits;
      POST(size: bigint, where: URL, pair?: [number, string]) { return [String(size), where, pair]; }
    }
    interface Tree { value: string; children?: Tree[] }
    type Change = { kind: 'tree'; tree: Tree } | { kind: 'tags'; tags: Set<string>; counts?: Map<string, number> };
    export class Changes extends Controller { static alias = ['edits']; POST(change: Change) { return change.kind; } }
    export class Feed_atom extends Controller { GET() { return '<feed/>'; } }`,
  'app/_types.ts': `
    import { z } from 'zod';
    export type Color = 'red' | 'blue';
    export const NewNote = z.object({ title: z.string().min(1), rank: z.number().default(3) });
    export const Words = z.string().transform((text) => text.split('-'));
    export const Other = z.object({ n: z.coerce.number().optional() });`,
  'app/_limits.ts': 'export const limits = { body: 10 };',
  'app/_policies.ts': `
    import { refuse } from './_filters.ts';
    export const cache = { GET: false };
    export const use = { GET: refuse, DELETE: refuse };
    export const limits = { names: 100 };`,
  'app/users/_policies.ts': `
    export const cache = { maxAge: 3 };
    export const use = undefined;`,
  'app/_filters.ts': `
    import { HttpError } from '@writ/http';
    export const refuse = (context, next) => {
      if (context.query.raw('refused').length > 0) throw new HttpError(403);
      return next();
    };`,
  'app/docs/[...path].ts': `
    import { Controller } from '@writ/controllers';
    export class Default extends Controller { GET(...path: string[]) { return path; } }`,
  'app/users/[id]/index.ts': `
    import { Controller } from '@writ/controllers';
    export class Default extends Controller { GET(id: number, ...rest: string[]) { return { id, rest }; } }`,
};

async function built(
  files: Readonly<Record<string, string>>,
): Promise<{ directory: string; found: DiscoveredControllers; table: ControllersTable; text: string }> {
  const directory = createLayout(files);
  const output = join(directory, 'controllers.gen.ts');
  const { text, diagnostics, source } = await writeTable({ directory, prefixes: ['app'], output });
  expect(renderText(diagnostics, { source })).toBe('');
  writeFileSync(output, text!);
  const { controllers } = (await import(pathToFileURL(output).href)) as { controllers: ControllersTable };
  const found = await findControllers({ directory, prefixes: ['app'] });
  return { directory, found, table: controllers, text: text! };
}

/** Replaces functions with their names, because the functions of schemas are new objects each time. */
function plain(value: unknown): unknown {
  const seen = (_: string, each: unknown): unknown =>
    typeof each === 'function' ? `function ${each.name}` : typeof each === 'bigint' ? String(each) : each;
  return JSON.parse(JSON.stringify(value, seen)) as unknown;
}

function routerOf({ matcher, diagnostics }: LoadedControllers): Router {
  return new Router(new Toolkit({ logger: silent }))
    .mount(matcher)
    .report(...diagnostics)
    .build();
}

describe.each([
  ['the site', fixtures],
  ['every type', every],
])('a table of %s', (_, files) => {
  it('contains the signatures of the controllers, including defaults', async () => {
    const { found, table } = await built(files);
    const classes = found.classes.map(({ locateStatic: __, handlers, ...rest }) => ({
      ...rest,
      handlers: handlers.map(({ displayFile: file, ...handler }) => ({ ...handler, file })),
    }));
    const reduced = (each: unknown): unknown =>
      // The types of keys, and types that are derived from schemas, are derived again when the table is read.
      JSON.parse(JSON.stringify(plain(each)), (key, value: unknown) => {
        const { kind, schema, type, keys, ...rest } = (value ?? {}) as Record<string, unknown>;
        if (kind !== 'object' || keys === undefined) return value;
        const typed = (keys as object[]).map((one) => ({ ...one, type: null }));
        return { kind, keys: typed, ...(schema === undefined ? { type } : { schema }), ...rest };
      });
    expect(reduced(table.classes)).toEqual(reduced(classes));
    expect(table.modules).toEqual(found.modules.map(({ segments }) => segments));
    expect(table.folders).toEqual(found.folders.map(({ locateExport: __, ...folder }) => folder));
  });

  it('creates the same routes as the sources', async () => {
    const { directory, table } = await built(files);
    const written = routerOf(fromTable(table)).table();
    expect(written).toEqual(
      routerOf(await loadControllers({ directory, prefixes: ['app'] }))
        .table()
        .map((row) => ({ ...row, from: 'controllers app' })),
    );
    expect(written.length).toBeGreaterThan(8);
  });

  it('sends the same responses as the sources', async () => {
    const { directory, table } = await built(files);
    const one = routerOf(await loadControllers({ directory, prefixes: ['app'], path: '/pages' }));
    const other = routerOf(fromTable(table, { path: '/pages' }));
    const json = { 'content-type': 'application/json' };
    const paths = `/ /2?color=red&tags=x /x /inner /inner/2026-01-02 /nope/3 /users/7/a /users/x /robots.txt/x
      /foo-bar/12/2/a /notes/recent /types?n=1&d=2026-01-02 /feed.atom /robots.txt /types?q=1`;
    const requests = paths.split(/\s+/).map((url) => ({ method: 'GET', url: `/pages${url}` }));
    const bodies = [
      ['', { title: 'a' }],
      ['', { title: '', rank: 'x' }],
      ['/checked', { n: '7' }],
      ['/checked', {}],
      ['/limited/12', ['http://localhost/', [1, 'a']]],
      ['/limited/12?where=http://a.b/', {}],
    ].map(([url, body]) => ({
      method: 'POST',
      url: `/pages${String(url)}`,
      headers: json,
      body: JSON.stringify(body),
    }));
    const statuses = new Set<number>();
    for (const request of [...requests, ...bodies, { method: 'DELETE', url: '/pages/types' }]) {
      const [expected, given] = [await inject(one, request), await inject(other, request)];
      expect([request.url, given.status, given.text()]).toEqual([
        request.url,
        expected.status,
        expected.text(),
      ]);
      expect(given.headers).toEqual(expected.headers);
      statuses.add(given.status);
    }
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 400, 404]));
  });
});

it('a table contains the function of _setup', async () => {
  const { table } = await built({
    'app/index.ts': `import { Controller } from '@writ/controllers';
      export class Default extends Controller { GET() { return 'page'; } }`,
    'app/_setup.ts': `
      export function setup(router) {
        router.use((context, next) => {
          context.response.headers.set('x-set-up', 'yes');
          return next();
        });
      }`,
  });
  expect(table.setups).toMatchObject([
    { prefix: 'app', file: expect.stringMatching(/app\/_setup\.ts$/) as string },
  ]);
  const loaded = fromTable(table);
  const router = routerOf(loaded);
  loaded.setUp(router);
  expect((await inject(router, '/')).headers['x-set-up']).toBe('yes');
});

it('a table with SOCKET contains the function that creates WebSocket routes', async () => {
  const { directory, table } = await built({
    'app/chat.ts': `
      import { Controller } from '@writ/controllers';
      import type { WebSocketHooks } from '@writ/controllers/websocket';
      export class Default extends Controller {
        static webSocket = { maxPayload: 15 };
        SOCKET(room: string): WebSocketHooks<{ text: string }> {
          return { message: (connection, { text }) => void connection.send([room, text]) };
        }
      }`,
  });
  expect(readFileSync(join(directory, 'controllers.gen.ts'), 'utf8')).toContain(
    "import { toWebSocketRoute } from '@writ/controllers/websocket';",
  );
  const router = routerOf(fromTable(table));
  expect(router.table()).toMatchObject([{ method: 'GET', path: '/chat/{room}', upgrade: 'websocket' }]);
  const server = router.toolkit.createServer(router);
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  const { port } = await server.listen(0, '127.0.0.1');
  const { socket, received, closed } = await connectWebSocket(port, '/chat/tea');
  socket.send('{"text":"a"}');
  await vi.waitFor(() => expect(received).toEqual(['["tea","a"]']), { timeout: 30_000 });
  socket.send('{"text":"too long"}');
  expect((await closed)[0]).toBe(1009);
});

/** Makes imports of the parser fail. */
const withoutParser = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(specifier, context, next) {
    if (specifier.startsWith('oxc-')) throw new Error('there is no ' + specifier);
    return next(specifier, context);
  } });`)}`;

const entry = `
  import { Application } from '@writ/controllers';
  import { controllers } from './controllers.gen.ts';
  const { fetch } = Application.from(controllers);
  for (const path of ['/', '/users/7/x', '/x', '/?refused=1']) {
    const response = await fetch(new Request('http://localhost' + path));
    console.log(response.status, (await response.text()).slice(0, 40));
  }`;

const answers = [
  '200 {"page":1,"tags":["a","b"]}',
  '200 {"id":7,"rest":["x"]}',
  expect.stringMatching(/^404 /),
  expect.stringMatching(/^403 /),
];

function run(directory: string, ...argv: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('Application.from', () => {
  it('does not load the parser', async () => {
    const { directory } = await built(every);
    writeFileSync(join(directory, 'main.ts'), entry);
    expect(run(directory, withoutParser, 'main.ts')).toEqual(answers);
  });

  it('serves a table in a worker thread', async () => {
    const { directory } = await built(every);
    writeFileSync(join(directory, 'work.ts'), entry);
    writeFileSync(
      join(directory, 'main.ts'),
      `import { Worker } from 'node:worker_threads'; new Worker(new URL('./work.ts', import.meta.url));`,
    );
    expect(run(directory, withoutParser, 'main.ts')).toEqual(answers);
  });

  it('serves a table in a bundle, without sources and packages', async () => {
    const { directory } = await built(every);
    writeFileSync(join(directory, 'main.ts'), entry);
    const bundle = await rolldown({
      input: join(directory, 'main.ts'),
      platform: 'node',
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    expect(modules.filter((id) => id.includes('oxc-parser'))).toEqual([]);
    expect(modules.some((id) => id.endsWith('source/src/compiler.ts'))).toBe(true);
    const alone = createLayout({});
    rmSync(join(alone, 'node_modules'));
    for (const chunk of output) {
      if (chunk.type === 'chunk') writeFileSync(join(alone, chunk.fileName), chunk.code);
    }
    rmSync(directory, { recursive: true });
    expect(run(alone, 'main.js')).toEqual(answers);
  });

  it('reports a table written by another version', async () => {
    const { table } = await built(every);
    const { diagnostics, matcher } = fromTable({ ...table, version: 1 as 7 });
    expect(diagnostics).toMatchObject([{ code: 'W3501', message: 'the table has version 1, not 7' }]);
    expect(matcher.routes).toEqual([]);
  });
});

describe('a built table', () => {
  it('imports exports whose names are reserved words', async () => {
    const { table } = await built({
      'app/index.ts': `
        import { Controller } from '@writ/controllers';
        import type { z } from 'zod';
        import { Note } from './_note.ts';
        class Page extends Controller { GET() { return 1; } }
        export { Page as class };
        export class Default extends Controller { POST(note: z.infer<typeof Note>) { return note; } }`,
      'app/_note.ts': `
        import { z } from 'zod';
        const note = z.object({ title: z.string() });
        export { note as await, note as Note };`,
    });
    expect(table.classes.map(({ name }) => name).toSorted()).toEqual(['Default', 'class']);
  });
});

describe('writeTable', () => {
  it('does not write a table if errors occur', async () => {
    const directory = createLayout({ 'app.ts': 'export class A extends Controller { GET(id: any) {} }' });
    const { text, diagnostics } = await writeTable({
      directory,
      prefixes: ['app'],
      output: join(directory, 'a.ts'),
    });
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'W3401' }]);
  });

  it('imports the files of a package', async () => {
    const directory = createLayout({});
    rmSync(join(directory, 'node_modules'));
    const folder = join(directory, 'node_modules/pages');
    mkdirSync(folder, { recursive: true });
    const manifest = { name: 'pages', version: '1.0.0', type: 'module', exports: './index.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const base = pathToFileURL(fileURLToPath(new URL('../controller.ts', import.meta.url))).href;
    writeFileSync(
      join(folder, 'index.js'),
      `import { Controller } from '${base}';\nexport class Default extends Controller { GET(id) { return id; } }`,
    );
    writeFileSync(
      join(folder, 'index.d.ts'),
      `import { Controller } from '@writ/controllers';\nexport declare class Default extends Controller { GET(id: number): number; }`,
    );
    const output = join(directory, 'table.ts');
    const { text, diagnostics, source } = await writeTable({ directory, prefixes: ['pages'], output });
    expect(renderText(diagnostics, { source })).toBe('');
    expect(text).toContain('import { Default } from "./node_modules/pages/index.js";');
    expect(text).toContain('name: "id", type: Number');
  });

  it('reports an output file below a prefix, where it would be loaded as a module', async () => {
    const directory = createLayout({ 'app/a.ts': 'export class A extends Controller { GET() {} }' });
    const write = (name: string): ReturnType<typeof writeTable> =>
      writeTable({ directory, prefixes: ['app'], output: join(directory, name) });
    for (const name of ['app/table.ts', 'app/sub/table.ts']) {
      expect((await write(name)).diagnostics).toMatchObject([{ code: 'W3503' }]);
    }
    for (const name of ['app/_table.ts', 'app/_gen/table.ts', 'app.table.ts', 'other/table.ts']) {
      expect((await write(name)).diagnostics).toEqual([]);
    }
  });

  it('writes JavaScript without types', async () => {
    const directory = createLayout({
      'app.js': 'export class A extends Controller { GET(id) { return id; } }',
    });
    const output = join(directory, 'out', 'table.js');
    const { text } = await writeTable({ directory, prefixes: ['app'], output });
    expect(text).toContain(
      'import { at } from \'@writ/controllers/table\';\nimport { A } from "../app.js";\n',
    );
    expect(text).toContain('export const controllers = {');
  });
});
