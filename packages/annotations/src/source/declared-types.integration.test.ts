/** Declared types validate request values in the same way as types in bindings. */
import { describe, expect, it } from 'vitest';
import { runApp } from '../../test/shared-import.ts';

const files = {
  'levels.ts': `export enum Level { Debug = 'debug', Info = 'info' }
    export enum Size { S, M = 5 }
    export const Mode = { Fast: 'fast', Slow: 'slow' } as const;
    export type Mode = (typeof Mode)[keyof typeof Mode];
    export const KINDS = ['a', 'b'] as const;
    export type Kind = (typeof KINDS)[number];
    export type Known = Exclude<Level | 'all', Level.Debug>;`,
  'index.ts': "export * from './levels.ts'; export { Level as Renamed } from './levels.ts';",
};

/** The JSON output of a program that runs with the register hook. */
async function outputOf(app: string): Promise<unknown> {
  const { stdout, stderr } = await runApp({ ...files, 'app.ts': app });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const imports = `
  import { BeanParam, BodyParam, CookieParam, DefaultValue, FormParam, GET, HeaderParam, MatrixParam, Path, PathParam, POST,
    QueryParam, RestRouter, Valid } from '@writ/annotations';
  import { int, oneOf, optional, StartupError, Toolkit } from '@writ/http';
  import { openapi } from '@writ/http/openapi';
  import { Level, Size, Mode, KINDS, type Kind, type Known, type Renamed } from './index.ts';
  import type * as all from './levels.ts';
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const fetch = (type: any) => RestRouter.register(new Toolkit({ logger: silent }), type).fetch;
  const request = (target: string, init?: RequestInit) => new Request('http://localhost' + target, init);`;

/** A declared type with valid and invalid strings; `?` marks an optional parameter. */
const declared: readonly (readonly [
  type: string,
  good: readonly unknown[],
  bad: readonly string[],
  mark?: '?',
])[] = [
  ['Level', ['debug', 'info'], ['warn', 'Debug', '']],
  ['Renamed', ['debug'], ['warn']],
  ['all.Level', ['debug'], ['warn']],
  ['Level.Info', ['info'], ['debug']],
  ['Size', [0, 5], ['1', 'L', 'x']],
  ['Mode', ['fast', 'slow'], ['Fast', 'x']],
  ['Kind', ['a', 'b'], ['c']],
  ['Known', ['all', 'info'], ['debug']],
  ["'a' | 'b'", ['a', 'b'], ['c', 'A']],
  ['1 | 2', [1, 2], ['3', '1.5', 'a']],
  ["'a' | 1 | true", ['a', 1, true], ['b', '2', 'false']],
  ["'auto' | number", ['auto', 7, 1.5], ['manual']],
  ['true', [true], ['false', 'x']],
  ['`v${number}`', ['v1', 'v2.5'], ['v', '1', 'vx']],
  ['`${Level}-${1 | 2}`', ['debug-1'], ['debug-3', 'x-1']],
  ['string', ['anything', ''], []],
  ['number', [7], ['seven']],
  ['boolean', [true, false], ['maybe']],
  ['Date', ['2026-11-22T00:00:00.000Z'], ['tomorrow']],
  ["'a' | undefined", ['a'], ['b'], '?'],
  ['Level | undefined', ['info'], ['x'], '?'],
  ['Level | null', ['info'], ['x']],
  ['Level | null | undefined', ['info'], ['x'], '?'],
  ['Local', ['here'], ['there']],
  ['Number', [7], ['x']],
  ['String', ['x'], []],
];

describe('a declared type validates', () => {
  const cases = declared.map(([type, good, bad, mark], index) => ({
    type,
    good,
    bad,
    isOptional: mark === '?',
    index,
  }));
  const queries = cases.map(({ good, bad, isOptional }) => [
    ...good.map((value) => `?x=${encodeURIComponent(String(value))}`),
    ...bad.map((text) => `?x=${encodeURIComponent(text)}`),
    ...(isOptional ? [''] : []),
  ]);
  const expected = cases.map(({ good, bad, isOptional }) => [
    ...good.map((value) => [200, value]),
    ...bad.map(() => [400, 'x']),
    ...(isOptional ? [[200, null]] : []),
  ]);
  const ask = `
    const answers = [];
    for (const [index, targets] of (${JSON.stringify(queries)}).entries()) {
      const send = fetch(types[index]);
      const each = [];
      for (const target of targets) {
        const response = await send(request('/' + target));
        const body = await response.json();
        each.push([response.status, response.ok ? body.x ?? null : body.errors[0].name]);
      }
      answers.push(each);
    }
    console.log(JSON.stringify(answers));`;
  const classes = (body: (type: string) => string): string =>
    `${imports} function make() { type Local = 'here'; return [${cases
      .map(
        ({ type }) =>
          `(() => { ${body(type)} @Path('/') class Shown { @GET('/') get(@BeanParam() bean: Bean) { return bean; } } return Shown; })()`,
      )
      .join(',\n')}]; } const types = make();`;
  const parameters = `${imports} function make() { type Local = 'here'; return [${cases
    .map(
      ({ type }) =>
        `(() => { @Path('/') class Shown { @GET('/') get(@QueryParam('x') x: ${type}) { return { x }; } } return Shown; })()`,
    )
    .join(',\n')}]; } const types = make();`;

  it.each([
    ['a parameter', parameters],
    ['a field of a bean', classes((type) => `class Bean { @QueryParam('x') x!: ${type}; }`)],
    [
      'a parameter of a constructor',
      classes(
        (type) => `class Bean { x: unknown; constructor(@QueryParam('x') x: ${type}) { this.x = x; } }`,
      ),
    ],
    [
      'a parameter property',
      classes((type) => `class Bean { constructor(@QueryParam('x') readonly x: ${type}) {} }`),
    ],
  ])('the values of %s', async (_, app) => {
    expect(await outputOf(app + ask)).toEqual(expected);
  });
});

it('a declared type validates the values of every source', async () => {
  const app = `${imports}
    @Path('/')
    class Sources {
      @POST('/{p}') all(
        @PathParam('p') p: Level, @QueryParam('q') q: Level[], @MatrixParam('m') m: Level, @CookieParam('c') c: Level,
        @HeaderParam('h') h: Level[], @FormParam('f') f: Level[],
      ) { return [p, ...q, m, c, ...h, ...f]; }
      @POST('/') body(@BodyParam() body: Level) { return [body]; }
      @POST('/plain/body') plain(body: Level) { return [body]; }
    }
    const send = fetch(Sources);
    const ask = async (value: string) => {
      const headers = { cookie: 'c=' + value, h: 'info, ' + value };
      const body = new URLSearchParams([['f', 'info'], ['f', value]]);
      const forms = await send(request(\`/\${value};m=\${value}?q=info&q=\${value}\`, { method: 'POST', headers, body }));
      const bodies = await Promise.all(['/', '/plain/body'].map((path) => send(request(path, { method: 'POST', body: value }))));
      const { errors, ...values } = await forms.json();
      return [forms.status, errors?.map(({ source }: any) => source) ?? Object.values(values), bodies.map(({ status }) => status)];
    };
    console.log(JSON.stringify([await ask('debug'), await ask('none')]));`;
  expect(await outputOf(app)).toEqual([
    [200, ['debug', 'info', 'debug', 'debug', 'debug', 'info', 'debug', 'info', 'debug'], [200, 200]],
    [400, ['path', 'query', 'matrix', 'cookie', 'header', 'form'], [400, 400]],
  ]);
});

it('a default value, a question mark and an initial value make a declared type optional', async () => {
  const app = `${imports}
    @Path('/')
    class Optional {
      @GET('/') get(
        @QueryParam('b') @DefaultValue('info') b: Level, @QueryParam('a') a?: Level, @QueryParam('c') c: Level = Level.Debug,
        @QueryParam('d') d = Level.Info, @QueryParam('e') e = 3, @QueryParam('f') f = 'asc' as 'asc' | 'desc',
        @QueryParam('g') g: Level[] = [],
      ) { return [a, b, c, d, e, f, g].map((each) => each ?? null); }
    }
    const send = fetch(Optional);
    const answers = [];
    for (const query of ['', 'a=debug&b=debug&c=info&d=debug&e=4&f=desc&g=info', 'a=x&b=x&c=x&d=x&e=x&f=x&g=x']) {
      const body = await (await send(request('/?' + query))).json();
      answers.push(body.errors?.map(({ name }: any) => name) ?? body);
    }
    console.log(JSON.stringify(answers));`;
  expect(await outputOf(app)).toEqual([
    [null, 'info', 'debug', 'info', 3, 'asc', []],
    ['debug', 'debug', 'info', 'debug', 4, 'desc', ['info']],
    ['b', 'a', 'c', 'd', 'e', 'f', 'g'],
  ]);
});

it('a type, reader or schema in the binding overrides the declared type', async () => {
  const app = `${imports}
    const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value: value + '!' }) } } as const;
    @Path('/')
    class Written {
      @GET('/') get(
        @QueryParam('a', oneOf('info')) a: Level,
        @(QueryParam('b').reader((text: string) => text.length as never)) b: Level,
        @QueryParam('c') @Valid(schema as never) c: Level,
      ) { return [a, b, c]; }
    }
    const send = fetch(Written);
    const response = await send(request('/?a=info&b=four&c=y'));
    const narrower = await send(request('/?a=debug&b=four&c=y'));
    console.log(JSON.stringify([await response.json(), narrower.status]));`;
  expect(await outputOf(app)).toEqual([['info', 4, 'y!'], 400]);
});

it('a type in a binding whose values may not belong to the declared type is reported', async () => {
  const app = `${imports}
    interface Note { title: string; size?: Size }
    const note = (title: any) => object({ title });
    class Bean {
      @QueryParam('level', String) level!: Level;
      @QueryParam('kept', optional(oneOf('a'))) kept: Kind = 'b';
    }
    @Path('/')
    class Contradicted {
      @POST('/a') a(
        @QueryParam('level', String) level: Level,
        @QueryParam('kinds', array(String)) kinds: Kind[],
        @QueryParam('name', optional(String)) name: string,
        @QueryParam('size', int) size: 1 | 2,
        @QueryParam('version', String) version: \`v\${number}\`,
        @QueryParam('mode', oneOf('fast', 'other')) mode: Mode,
        @BodyParam(note(int)) body: Note,
      ) {}
      @POST('/b') b(
        @QueryParam('level', Level) level: Level,
        @QueryParam('kinds', array(oneOf('a'))) kinds: Kind[],
        @QueryParam('name', optional(String)) name?: string,
        @QueryParam('other', optional(String)) other: string = 'x',
        @QueryParam('size', optional(oneOf(1, 2))) size: 1 | 2 | undefined = 1,
        @QueryParam('sort', optional(String)) @DefaultValue('up') sort: string = 'up',
        @QueryParam('mode', oneOf('fast')) mode: Mode = 'slow',
        @BodyParam(note(String)) body: Note = { title: '' },
      ) {}
      @GET('/c') c(@BeanParam(Bean) bean: Bean) {}
      @GET('/d', QueryParam('level', String)) d(level: any | Level) {}
    }
    const found = RestRouter.register(new Toolkit(), Contradicted).diagnostics();
    console.log(JSON.stringify(found.map(({ code, message, hint, file }) => [code, message, hint, file])));`;
  const found = (await outputOf(app.replace('import { int,', 'import { array, object, int,'))) as string[][];
  const { length } = found;
  expect(found.map(([code]) => code)).toEqual(Array.from({ length }, () => 'W2108'));
  expect(found.map(([, message]) => message)).toEqual([
    'Bean.level is declared as "debug" | "info", but its binding has the type String',
    'parameter "level" of Contradicted.a is declared as "debug" | "info", but its binding has the type String',
    'parameter "kinds" of Contradicted.a is declared as ("a" | "b")[], but its binding has the type array(String)',
    'parameter "name" of Contradicted.a is declared as string, but its binding has the type optional(String)',
    'parameter "size" of Contradicted.a is declared as 1 | 2, but its binding has the type int',
    'parameter "version" of Contradicted.a is declared as `v${number}`, but its binding has the type String',
    'parameter "mode" of Contradicted.a is declared as "fast" | "slow", but its binding has the type oneOf("fast", "other")',
    'parameter "body" of Contradicted.a is declared as { title: string; size?: 0 | 5 }, but its binding has the type object',
  ]);
  expect(found[1]![2]).toBe("make them match: change the declaration, or the type in QueryParam('level', …)");
  expect(found[0]![3]).toMatch(/app\.ts$/);
});

it('declared types are read from base classes, abstract classes and nested classes', async () => {
  const app = `${imports}
    class Base<Mode> {
      @GET('/base') base(@QueryParam('x') x: Level) { return { x }; }
    }
    @Path('/') class Derived extends Base<string> {
      @GET('/own') own(@QueryParam('x') x: Level) { return { x }; }
    }
    const Expression = (() => { @Path('/') class Inner { @GET('/own') 'own'(@QueryParam('x') x: Level) { return { x }; } } return Inner; })();
    abstract class Abstract { @GET('/base') ['base'](@QueryParam('x') x: Level) { return { x }; } }
    @Path('/') class Concrete extends Abstract { override base(x: Level) { return super.base(x); } }
    const statuses = [];
    for (const [type, path] of [[Derived, 'base'], [Derived, 'own'], [Expression, 'own'], [Concrete, 'base']] as const)
      for (const x of ['info', 'x']) statuses.push((await fetch(type)(request(\`/\${path}?x=\${x}\`))).status);
    console.log(JSON.stringify(statuses));`;
  expect(await outputOf(app)).toEqual([200, 400, 200, 400, 200, 400, 200, 400]);
});

it('the route table, the explanation and the OpenAPI document contain declared types', async () => {
  const app = `${imports}
    @Path('/')
    class Shown { @GET('/') get(@QueryParam('a') a: Level, @QueryParam('b') b?: \`v\${number}\`, @QueryParam('c') c?: 1 | 2) {} }
    const router = RestRouter.register(new Toolkit(), Shown);
    const { paths } = openapi(router, { info: { title: 't', version: '1' } }) as any;
    console.log(JSON.stringify([
      router.table()[0],
      router.explain('GET', '/').plan?.bindings.map(({ what }) => what),
      paths['/'].get.parameters.map(({ schema, required }: any) => [schema, required]),
    ]));`;
  const [row, explained, parameters] = (await outputOf(app)) as [object, unknown, unknown];
  const shown = ['query a: "debug" | "info"', 'query b: `v${number}`?', 'query c: 1 | 2?'];
  expect(JSON.stringify(row)).toContain(JSON.stringify(shown[0]).slice(1, -1));
  expect(explained).toEqual(shown);
  expect(parameters).toEqual([
    [{ type: 'string', enum: ['debug', 'info'] }, true],
    [{ type: 'string', pattern: expect.stringMatching(/^\^v/) as string }, false],
    [{ type: 'number', enum: [1, 2] }, false],
  ]);
});

it('an unsupported declared type is reported unless the metadata contains its class', async () => {
  const app = `${imports}
    import { Far } from 'far';
    enum Computed { A = 'x'.length, B = 2 }
    @Path('/')
    class Unknown {
      @GET('/a') a(@QueryParam('x') x: Lowercase<string>, @QueryParam('y') y: \`\${Far}!\`) {}
      @GET('/b') b(@QueryParam('x') x: Computed, @QueryParam('y', String) y: Lowercase<string>) {}
      @GET('/c') c(@QueryParam('x') x: string) {}
      @GET('/d') d(@QueryParam('x') x: 1n | 2n) {}
      @GET('/e') e(@QueryParam('x') x: 'a' & 'b') {}
    }
    const found = RestRouter.register(new Toolkit(), Unknown).diagnostics();
    console.log(JSON.stringify(found.map(({ code, message, hint, range }) => [code, message, hint, range?.start.line])));`;
  const found = (await outputOf(app.replace("import { Far } from 'far';", 'type Far = Date;'))) as [
    string,
    string,
    string,
    number,
  ][];
  expect(found.map(([code]) => code)).toEqual(found.map(() => 'W2107'));
  expect(found.map(([, message]) => message)).toEqual([
    'parameter "x" of Unknown.a: the type Lowercase<string> is not supported',
    'parameter "y" of Unknown.a: the type `${Far}!` is not supported',
    'parameter "x" of Unknown.b: the value of this member is known only at run time',
    'parameter "x" of Unknown.d: the type 1n is not supported',
    'parameter "x" of Unknown.e: the type \'a\' is not supported',
  ]);
  expect(found[1]![2]).toMatch(
    /^declare it: QueryParam\('y', String\), or another type; supported types: string, /,
  );
});
