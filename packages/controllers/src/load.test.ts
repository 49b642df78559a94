import { renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

/** Returns `VERB path` of each route, and the printed findings. */
async function load(
  files: Readonly<Record<string, string>>,
  prefixes: readonly string[] = ['app'],
  path?: string,
): Promise<{ routes: string[]; findings: string; rules: string[] }> {
  const directory = createLayout(files);
  const { matcher, diagnostics, source } = await loadControllers({
    directory,
    prefixes,
    ...(path === undefined ? {} : { path }),
  });
  return {
    routes: matcher.routes.map((route) => `${route.method} ${route.path}`).toSorted(),
    findings: renderText(diagnostics, { source }).replaceAll(`${directory}/`, ''),
    rules: diagnostics.map(({ rule }) => rule!),
  };
}

describe('routes', () => {
  it.each(['[id]', '{id}', 'a/b', '..', 'a b', '?'])(
    'exclude a class that is exported as %j',
    async (name) => {
      const { routes, findings } = await load({
        'app.ts': `class Page extends Controller { GET(id: string) { return id; } }\nexport { Page as ${JSON.stringify(name)} };`,
      });
      expect(routes).toEqual([]);
      expect(findings).toContain(
        `app.ts:2:7: error W3203 class-name: the name ${JSON.stringify(name)} is not a valid path segment`,
      );
    },
  );

  it('include every exported controller, by module, class and signature', async () => {
    const { routes, findings } = await load({
      'app/index.ts': `
        export class Default extends Controller { GET() {} async POST({ title }: { title: string }) {} }
        export class FooBar extends Controller { GET(id: number, page?: number, ...more: string[]) {} }
        export class Robots_txt extends Controller { GET() {} }
        export const Expression = class extends Controller { PUT() {} };
        class Local extends Controller { DELETE() {} }
        export { Local as Renamed };`,
      'app/notes.ts': 'export class Default extends Controller { ANY() {} }',
      'app/notes/old/index.ts': "export class Archive extends Controller { 'M-SEARCH'() {} }",
    });
    expect(findings).toBe('');
    expect(routes).toEqual([
      'ANY /notes',
      'DELETE /renamed',
      'GET /',
      'GET /foo-bar/{id}/{page?}/{...more}',
      'GET /robots.txt',
      'M-SEARCH /notes/old/archive',
      'POST /',
      'PUT /expression',
    ]);
  });

  it('exclude private, abstract, imported, re-exported and unexported classes', async () => {
    const { routes, findings } = await load({
      'app/index.ts': `
        import { Controller } from '@writ/controllers';
        import { Helper } from './lib.ts';
        export { Controller, Helper };
        export { Helper as Again } from './lib.ts';
        export * from './lib.ts';
        export class _Hidden extends Controller { GET() {} }
        export class NotesController extends Controller { GET() {} }
        export class Secret extends Controller { static private = true; GET() {} }
        export class Heir extends Secret {}
        export class Open extends Secret { static private = false; }
        export abstract class Base extends Controller { GET() {} }
        class Local extends Controller { GET() {} }
        export class Plain { GET() {} }
        export function GET() {}
        export const number = 1, Local2 = Local.name;`,
      'app/lib.ts': 'export class Helper extends Controller { GET() {} }\nexport const help = 1;',
    });
    expect(findings).toBe('');
    expect(routes).toEqual(['GET /lib/helper', 'GET /open']);
  });

  it('include inherited handlers with the signature of their declaration', async () => {
    const { routes, findings } = await load({
      'app/index.ts': `
        import { Base as Shared } from './_base.ts';
        abstract class Middle extends Shared { POST({ a }: { a: string }) {} }
        export class Notes extends Middle { GET(id: string) {} }`,
      'app/_base.ts': `export { Real as Base } from './_deep.ts';`,
      'app/_deep.ts':
        'export class Real extends Controller { GET(id: number, x: number) {} DELETE(key: number) {} }',
    });
    expect(findings).toBe('');
    expect(routes).toEqual(['DELETE /notes/{key}', 'GET /notes/{id}', 'POST /notes']);
  });

  it('include nested classes', async () => {
    const { routes, findings } = await load({
      'app/index.ts': `
        class Elsewhere extends Controller { GET() {} }
        export class Outer extends Controller {
          static Inner = class extends Controller {
            static Deep = class extends Controller { GET(id: number) {} };
            POST() {}
          };
          static Other = Elsewhere;
          static Default = class extends Controller { GET() {} };
          static _Private = class extends Controller { GET() {} };
          static Self = Outer;
          static _limit = 3;
        }`,
    });
    expect(findings).toBe('');
    expect(routes).toEqual([
      'GET /outer',
      'GET /outer/inner/deep/{id}',
      'GET /outer/other',
      'POST /outer/inner',
    ]);
  });

  it('of several prefixes form one tree, which can be mounted below a path', async () => {
    const files = {
      'one.ts':
        'export class Default extends Controller { GET() {} }\nexport class A extends Controller { GET() {} }',
      'two/index.ts':
        'export class Default extends Controller { POST() {} }\nexport class B extends Controller { GET() {} }',
    };
    const { routes, findings } = await load(files, ['one', 'two'], '/pages/');
    expect(findings).toBe('');
    expect(routes).toEqual(['GET /pages', 'GET /pages/a', 'GET /pages/b', 'POST /pages']);
  });

  it('include controllers in modules that import each other', async () => {
    const { routes, findings } = await load({
      'app/a.ts': `import { Controller } from '@writ/controllers';\nimport { B } from './b.ts';\nexport class A extends Controller { GET() { return B.name; } }`,
      'app/b.ts': `import { Controller } from '@writ/controllers';\nimport { A } from './a.ts';\nexport class B extends Controller { GET() { return A.name; } }`,
    });
    expect(findings).toBe('');
    expect(routes).toEqual(['GET /a/a', 'GET /b/b']);
  });
});

describe('findings', () => {
  it('about conflicting routes contain both locations', async () => {
    const { rules, findings } = await load({
      'app/index.ts': 'export class Foo extends Controller { GET() {}  POST() {} }',
      'app/foo.ts': 'export class Default extends Controller { GET(id: number) {} PUT() {} }',
    });
    expect(rules).toEqual(['route-clash']);
    expect(findings).toContain(
      'app/foo.ts:2:43: error W3205 route-clash: Foo.GET and Default.GET both handle GET /foo',
    );
    expect(findings).toContain('app/index.ts:2:39: Foo.GET is declared here');
  });

  it('report a prefix without exported controllers', async () => {
    const { rules, findings } = await load({ 'app.ts': 'class Default extends Controller { GET() {} }' });
    expect(rules).toEqual(['prefix-empty']);
    expect(findings).toContain('no controller found in app');
    expect((await load({ 'app.ts': 'export const;' })).rules).toEqual(['module-syntax']);
  });

  it('report conflicts between two spellings of a name and between two prefixes', async () => {
    const get = 'extends Controller { GET() {} }';
    const twice = await load({ 'app/index.ts': `export class FooBar ${get}\nexport class FOOBar ${get}` });
    expect(twice.rules).toEqual(['route-clash']);
    const files = { 'one.ts': `export class A ${get}`, 'two.ts': `export class A ${get}` };
    const prefixes = await load(files, ['one', 'two']);
    expect(prefixes.findings).toContain('two.ts:2:');
    expect(prefixes.findings).toContain('one.ts:2:');
  });

  it.each<[string, string, string, string]>([
    [
      'a default export',
      'export default class Notes extends Controller { GET() {} }',
      'default-export',
      'write export class Notes',
    ],
    [
      'a default export without a name',
      'export default class extends Controller { GET() {} }',
      'default-export',
      'write export class Default',
    ],
    [
      'a controller that no source declares',
      'const make = () => class extends Controller { GET() {} };\nexport const Made = make();',
      'class-undeclared',
      'write export class Made',
    ],
    [
      'a class without verbs',
      'export class Notes extends Controller { helper() {} }',
      'class-without-verbs',
      'to exclude a base class, declare it abstract',
    ],
    [
      'a class whose verbs are in lower case',
      'export class Notes extends Controller { helper() {} get() {} post() {} }',
      'class-without-verbs',
      'rename get to GET',
    ],
    [
      'a class whose verbs are capitalized',
      'export class Notes extends Controller { Post() {} }',
      'class-without-verbs',
      'rename Post to POST',
    ],
    [
      'an arrow function in a field',
      'export class Notes extends Controller { GET = async () => {} }',
      'handler-form',
      'GET is a field',
    ],
    [
      'a function in a field',
      'export class Notes extends Controller { GET = function () {} }',
      'handler-form',
      'GET is a field',
    ],
    [
      'an accessor',
      'export class Notes extends Controller { get GET() { return () => {} } }',
      'handler-form',
      'GET is an accessor',
    ],
    [
      'a static handler',
      'export class Notes extends Controller { static GET() {} PUT() {} }',
      'handler-form',
      'GET is static',
    ],
    [
      'a private handler',
      'export class Notes extends Controller { private GET() {} }',
      'handler-form',
      'GET is private',
    ],
    [
      'a protected handler',
      'export class Notes extends Controller { protected GET() {} }',
      'handler-form',
      'GET is protected',
    ],
    [
      'a #private handler',
      'export class Notes extends Controller { #GET() {} PUT() { this.#GET() } }',
      'handler-form',
      'GET is private',
    ],
    [
      'an overloaded handler',
      'export class Notes extends Controller { GET(): void; GET(id: string): void; GET(id?: string) {} }',
      'handler-form',
      'GET is overloaded',
    ],
    [
      'a misspelled verb',
      'export class Notes extends Controller { DELET() {} GET() {} }',
      'verb-unknown',
      'did you mean DELETE?',
    ],
    [
      'a verb with swapped letters',
      'export class Notes extends Controller { GTE() {} POST() {} }',
      'verb-unknown',
      'did you mean GET?',
    ],
    [
      'an unknown verb as a field',
      'export class Notes extends Controller { FOO = () => {}; GET() {} }',
      'verb-unknown',
      'FOO is not an HTTP method',
    ],
    [
      'a suffix',
      'export class Notes extends Controller { GET_old() {} GET() {} }',
      'verb-unknown',
      'a separate class with GET',
    ],
    [
      'CONNECT',
      'export class Notes extends Controller { CONNECT() {} GET() {} }',
      'verb-reserved',
      'do not pass',
    ],
    [
      'DISCONNECT',
      'export class Notes extends Controller { DISCONNECT() {} GET() {} }',
      'verb-reserved',
      'SOCKET returns a hook',
    ],
    [
      'a handler whose source cannot be found',
      'const mixin = (Base: typeof Controller) => class extends Base { GET(id: number) {} };\nexport class Notes extends mixin(Controller) { PUT() {} }',
      'handler-unreadable',
      'the signature of Notes.GET cannot be read',
    ],
    [
      'a type that is not supported',
      'export class Notes extends Controller { GET(id: symbol) {} }',
      'type-unknown',
      'app/index.ts:2:49',
    ],
  ])('report %s', async (_name, code, rule, text) => {
    const { rules, findings } = await load({ 'app/index.ts': code });
    expect(rules).toEqual([rule]);
    expect(findings).toContain(text);
    expect(findings).toContain('^');
  });

  it('do not concern fields, static members and methods in lower case', async () => {
    const { rules } = await load({
      'app/index.ts': `export class Notes extends Controller {
        MAX = 3; static URL() {} static LIMIT = () => 1; declare POST: string;
        get() {} Get() {} private helper() {} [\`x\${1}\`]() {} GET() {}
      }`,
    });
    // URL and LIMIT are static members, so they are not handlers.
    expect(rules).toEqual(['static-unknown', 'static-unknown']);
  });

  it('about a base class are reported once', async () => {
    const { rules } = await load({
      'app/index.ts': `
        abstract class Base extends Controller { GET(id: any) {} }
        export class A extends Base {}
        export class B extends Base {}`,
    });
    expect(rules).toEqual(['type-unknown']);
  });

  it('about all files are reported together', async () => {
    const { rules } = await load({
      'app/a.ts': 'export class A extends Controller { GET(a: any) {} FOO() {} }',
      'app/b.ts': `throw new Error('broken');`,
      'app/c.ts': 'export default class C extends Controller { GET() {} }',
      'app/[].ts': '',
    });
    expect(rules.toSorted()).toEqual([
      'default-export',
      'module-import',
      'module-name',
      'type-unknown',
      'verb-unknown',
    ]);
  });

  it('about syntax errors suppress all other findings', async () => {
    const { rules, findings } = await load({
      'app/a.ts': 'export class A extends Controller { GET( }',
      'app/b.ts': 'const x = ;',
      'app/c.ts': `import './a.ts'; export default 1;`,
    });
    expect(rules).toEqual(['module-syntax', 'module-syntax']);
    expect(findings).toContain('app/b.ts:1:11: error W3103 module-syntax');
  });

  it('have correct columns after wide characters', async () => {
    const { findings } = await load({ 'app/a.ts': `const s = '😀é'; export const x = ;` });
    expect(findings).toContain('app/a.ts:1:35:');
  });
});
