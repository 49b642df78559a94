/**
 * Controllers in JavaScript with declaration files, written as the compiler writes them. The release tests compile
 * controllers.
 */
import { join } from 'node:path';
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { createSources } from '@writ/source';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { readHandlers } from './classes/handlers.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function findingsOf(directory: string): Promise<string> {
  const { diagnostics, source } = await loadControllers({ directory, prefixes: ['compiled'] });
  return renderText(diagnostics, { source }).replaceAll(`${directory}/`, '');
}

describe('compiled controllers', () => {
  it('have the same routes as their sources, and apply the default values in their JavaScript', async () => {
    const directory = createLayout({
      'sources/index.ts': `
        import { Controller } from '@writ/controllers';
        interface Note { readonly title: string; rank: number; at?: Date }
        export class Default extends Controller {
          /** One.\n * @param id its number */
          GET(id: number, page: number | undefined = 1, { all = false }: { all?: boolean } = {}) { return { id, page, all }; }
          async PUT(id: 1 | 2, { title, rank = 3, at }: Note) { return { id, title, rank, at }; }
        }`,
      'compiled/index.js': `
        import { Controller } from '@writ/controllers';
        export class Default extends Controller {
          /** One.\n * @param id its number */
          GET(id, page = 1, { all = false } = {}) { return { id, page, all }; }
          async PUT(id, { title, rank = 3, at }) { return { id, title, rank, at }; }
        }`,
      'compiled/index.d.ts': `
        import { Controller } from '@writ/controllers';
        interface Note { readonly title: string; rank: number; at?: Date; }
        export declare class Default extends Controller {
          /** One.\n * @param id its number */
          GET(id: number, page?: number | undefined, { all }?: { all?: boolean; }): { id: number; page: number; all: boolean; };
          PUT(id: 1 | 2, { title, rank, at }: Note): Promise<{ id: 1 | 2; title: string; rank: number; at: Date | undefined; }>;
        }
        export {};`,
    });
    const [written, compiled] = await Promise.all(
      ['sources', 'compiled'].map((prefix) => loadControllers({ directory, prefixes: [prefix] })),
    );
    expect([written!.diagnostics, compiled!.diagnostics]).toEqual([[], []]);
    const tableOf = ({ matcher }: typeof written & {}): unknown =>
      matcher.routes.map(({ method, path, bindings, description }) => ({
        method,
        path,
        bindings: JSON.stringify(bindings, (_, value: unknown) =>
          typeof value === 'function' ? value.name : value,
        ),
        description,
      }));
    expect(tableOf(compiled!)).toEqual(tableOf(written!));
    expect(compiled!.matcher.routes.map(({ origin }) => origin!.file)).toEqual(
      Array.from({ length: 2 }, () => join(directory, 'compiled/index.d.ts')),
    );
    const router = new Router(new Toolkit({ logger: silent })).mount(compiled!.matcher);
    expect((await inject(router, '/7')).json()).toEqual({ id: 7, page: 1, all: false });
    expect((await inject(router, '/7/2?all=yes')).json()).toEqual({ id: 7, page: 2, all: true });
    expect((await inject(router, { method: 'PUT', url: '/3?title=a' })).status).toBe(404);
  });

  it('may be minified and have declarations without types', async () => {
    const directory = createLayout({
      'compiled/index.js': `
        import { Controller } from '@writ/controllers';
        export class Default extends Controller {
          GET(e, { a: t = 1 } = {}) { return { e, t }; }
          PUT(e = 'x') { return e; }
        }`,
      'compiled/index.d.ts': `
        import { Controller } from '@writ/controllers';
        export declare class Default extends Controller {
          GET(id: number, names: { a: number }): object;
          PUT(name): string;
        }`,
    });
    const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['compiled'] });
    expect(diagnostics).toEqual([]);
    expect(matcher.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /{id}',
      'PUT /{name?}',
    ]);
    const lookup = createSources();
    const module = lookup.read(join(directory, 'compiled/index.js'));
    const owner = { module, name: 'Default', node: module.classes.get('Default')! };
    const { handlers } = readHandlers(owner, { lookup, valueOf: () => undefined });
    expect(handlers.get('GET')?.signature?.parameters[1]).toMatchObject({
      default: '{}',
      keys: [{ name: 'a', optional: true, default: '1' }],
    });
    const router = new Router(new Toolkit({ logger: silent })).mount(matcher);
    expect((await inject(router, { method: 'GET', url: '/7' })).text()).toBe('{"e":7,"t":1}');
    expect((await inject(router, { method: 'PUT', url: '/' })).text()).toBe('"x"');
  });

  it('produce findings that are located in the declaration file', async () => {
    const directory = createLayout({
      'compiled/index.js': `
        import { Controller } from '@writ/controllers';
        export class Default extends Controller {
          DELETE() {}
          PUT(id) {}
          LIST() {}
        }`,
      'compiled/index.d.ts': `
        import { Controller } from '@writ/controllers';
        export declare class Default extends Controller {
          private DELETE;
          PUT(id: any): void;
          LIST(): void;
        }`,
    });
    const lines = (await findingsOf(directory)).split('\n').filter((line) => / W3\d+ /.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^compiled\/index\.d\.ts:4:.* handler-form: Default: DELETE is private/),
      expect.stringMatching(
        /^compiled\/index\.d\.ts:5:.* type-unknown: Default\.PUT: the type any is not supported/,
      ),
      expect.stringMatching(/^compiled\/index\.d\.ts:6:.* verb-unknown: Default: LIST is not an HTTP method/),
    ]);
  });

  it('produce findings about syntax errors in the JavaScript and in the declaration file', async () => {
    const directory = createLayout({
      'compiled/a.js': 'export class {',
      'compiled/a.d.ts': 'export declare klass A',
    });
    const findings = await findingsOf(directory);
    expect(findings).toContain('compiled/a.js:1:');
    expect(findings).toContain('compiled/a.d.ts:1:');
  });
});
