/** Controllers compiled to JavaScript: the `.d.ts` files next to the code declare the same contract as the sources. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../packages/controllers/test/layout.ts';
import { findControllers } from '../../packages/controllers/src/find-controllers.ts';
import { loadControllers, type LoadedControllers } from '../../packages/controllers/src/load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const site = fileURLToPath(new URL('../../packages/controllers/fixtures/site/', import.meta.url));
const fixtures = Object.fromEntries(
  globSync('**/*.ts', { cwd: site }).map((name) => [name, readFileSync(join(site, name), 'utf8')]),
);

const config = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    declaration: true,
    // The package types are covered by a separate check.
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    // Treats workspace packages as installed packages, which are not compiled.
    preserveSymlinks: true,
    types: [],
    rootDir: 'sources',
    outDir: 'compiled',
  },
  include: ['sources'],
};

/** Creates a folder with the files in `sources/` and their compiled form in `compiled/`. */
function compile(files: Readonly<Record<string, string>>): string {
  const sources = Object.entries(files).map(([name, content]) => [`sources/${name}`, content]);
  const folder = createLayout({
    'tsconfig.json': JSON.stringify(config),
    ...(Object.fromEntries(sources) as Record<string, string>),
  });
  execFileSync(tsc, ['--singleThreaded', '-p', folder], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  return folder;
}

/**
 * The contract of each handler: names, types, source code of defaults, and descriptions. Declaration files contain the
 * inferred types of results as well, which the sources do not declare.
 */
async function signaturesIn(directory: string, prefix: string): Promise<unknown> {
  const { classes } = await findControllers({ directory, prefixes: [prefix] });
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, each: unknown) => {
        if (key === 'results') return undefined;
        if (key === 'schema') return 'schema';
        return typeof each === 'function' ? each.name : each;
      }),
    );
  return classes.map(({ name, segments, handlers }) => ({
    name,
    segments,
    handlers: handlers.map(({ verb, owner, signature }) => ({ verb, owner, signature: plain(signature) })),
  }));
}

function tableOf({ matcher }: LoadedControllers): unknown {
  // Types that are derived from schemas are new objects each time, so they are compared by name.
  const typesOf = (bindings: readonly unknown[]): unknown =>
    JSON.stringify(bindings, (_, value: unknown) => (typeof value === 'function' ? value.name : value));
  return matcher.routes.map(({ method, path, bindings, description, origin }) => {
    return { method, path, bindings: typesOf(bindings), description, className: origin?.className };
  });
}

async function findingsOf(directory: string, prefix = 'compiled'): Promise<string> {
  const { diagnostics, source } = await loadControllers({ directory, prefixes: [prefix] });
  return renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
}

describe('compiled controllers', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['the site', fixtures],
    [
      'contracts in several files',
      {
        'index.ts': `
          import { BaseController } from './_base.ts';
          interface Note { readonly title: string; /** How much it matters. */ rank: number; at?: Date }
          /** Of one list. */
          class Item extends BaseController {
            /** One.\n * @param id its number */
            GET(id: number, page: number | undefined = 1, { deep: { a = 1 } = {}, ...more }: { deep?: { a?: number }; [n: string]: unknown }) {
              return { id, page, a, more };
            }
          }
          export class Default extends BaseController {
            static Item = Item;
            /** Writes. */
            async PUT(id: 1 | 2, { title, rank = 3, at }: Note) { return { id, title, rank, at }; }
            PATCH({ title, rank }: Note = { title: 'none', rank: 0 }) { return { title, rank }; }
          }`,
        '_base.ts': `
          import { Controller } from '@writ/controllers';
          export abstract class BaseController extends Controller { DELETE(id: bigint) { return String(id); } }`,
        'other.mts': `
          import { Controller } from '@writ/controllers';
          export class Default extends Controller { GET(this: Default, from: number = Date.now()) { return from; } }`,
      },
    ],
    [
      'types of every kind, through imports',
      {
        '_types.ts': `
          export enum Color { Red = 'red', Dark = 'dark' }
          export interface Titled {
            /** On top. */
            title: string;
          }
          export interface Note extends Titled { color: Color; rank?: 1 | 2; at: Date; link: URL; parts: [x: number, y?: string]; no: bigint }
          export type { Titled as Head };`,
        'index.ts': `
          import { Controller } from '@writ/controllers';
          import type { Color, Head, Note } from './_types.ts';
          import type * as types from './_types.ts';
          type Draft = Partial<Pick<Note, 'title' | 'rank'>> & { tags: Record<string, string[]> };
          export class Default extends Controller {
            GET(shade: Color | null, { title = 'none', ...more }: Omit<Note, 'no'>) { return { shade, title, more }; }
            POST(draft: Draft, file: File, data?: Uint8Array) { return [draft, file, data]; }
            PUT(head: Head, first: types.Color.Red = 'red' as types.Color.Red, ...rest: readonly Date[]) { return [head, first, rest]; }
            async PATCH(body: ReadableStream<Uint8Array>) { return body; }
          }`,
        'users/[id].ts': `
          import { Controller } from '@writ/controllers';
          export class Default extends Controller {
            /** One user.\n * @param id of the user\n * @param all whether all of it */
            GET(id: number, all = false) { return [id, all]; }
            PUT({ id, name = 'x' }: { id: bigint; name?: string }) { return [id, name]; }
          }`,
        'plain.ts': `
          import { Controller } from '@writ/controllers';
          import { z } from 'zod';
          export const User: z.ZodObject<{ name: z.ZodString }> = z.object({ name: z.string() });
          export class Default extends Controller {
            static params: object = { PUT: User };
            POST(user: z.infer<typeof User>) { return user; }
            PUT(id: number, input: { name: string }) { return [id, input]; }
          }`,
      },
    ],
  ])('have the same table as their sources: %s', async (_, files) => {
    const directory = compile(files);
    const written = await loadControllers({ directory, prefixes: ['sources'] });
    expect(written.diagnostics).toEqual([]);
    const signatures = await signaturesIn(directory, 'sources');
    rmSync(join(directory, 'sources'), { recursive: true });
    const compiled = await loadControllers({ directory, prefixes: ['compiled'] });
    expect(compiled.diagnostics).toEqual([]);
    expect(tableOf(compiled)).toEqual(tableOf(written));
    expect(await signaturesIn(directory, 'compiled')).toEqual(signatures);
    expect(compiled.matcher.routes.length).toBeGreaterThan(3);
    for (const { origin } of compiled.matcher.routes) expect(origin!.file).toMatch(/\.d\.m?ts$/);
  });

  it('apply the default values in their JavaScript', async () => {
    const directory = compile(fixtures);
    const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['compiled'] });
    const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
    const get = async (url: string): Promise<unknown> =>
      JSON.parse((await inject(router, { method: 'GET', url })).text()) as unknown;
    expect(await get('/')).toBe('hello');
    expect(await get('/foo-bar/12')).toEqual({ id: 12, page: 1, rest: [] });
    expect(await get('/foo-bar/12/2/a')).toEqual({ id: 12, page: 2, rest: ['a'] });
    expect(await get('/notes/recent')).toEqual({ limit: 10 });
    const refused = await inject(router, { method: 'POST', url: '/?title=a&count=x' });
    expect(refused.status).toBe(400);
  });

  it('produce the same findings as their sources, located in the declaration files', async () => {
    const directory = compile({
      'index.ts': `
        import { Controller } from '@writ/controllers';
        const hidden = 1;
        export class Default extends Controller {
          static Inner = class extends Controller { GET() {} };
          private MAX = 5;
          private DELETE() { return this.MAX + hidden; }
          PATCH = () => 1;
          GET(id: number): void;
          GET(id: number, more?: string): void;
          GET() {}
          PUT(id: any) {}
          LIST() {}
        }
        export const Expression = class extends Controller { PUT() {} };`,
    });
    const findings = await findingsOf(directory);
    const lines = findings.split('\n').filter((line) => / W3\d+ /.test(line));
    expect(lines.every((line) => line.startsWith('compiled/index.d.ts:'))).toBe(true);
    const messages = lines.map((line) => line.replace(/^.*? W3\d+ /, ''));
    expect(messages.toSorted()).toEqual([
      expect.stringMatching(/^class-undeclared: Default\.Inner is a controller/),
      expect.stringMatching(/^class-undeclared: Expression is a controller/),
      'handler-form: Default: DELETE is private; a handler must be a public method',
      'handler-form: Default: GET is overloaded; a handler must have a single signature',
      'handler-form: Default: PATCH is a field; a handler must be a public method',
      'type-unknown: Default.PUT: the type any is not supported',
      'verb-unknown: Default: LIST is not an HTTP method',
    ]);
  });
});
