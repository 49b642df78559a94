/** Types in generic base classes are resolved for each subclass. */
import { afterEach, expect, it } from 'vitest';
import { compilerSettings, createProject, type Ended, type Project } from '../../test/project.ts';
import { runApp } from '../../test/shared-import.ts';

let project: Project | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

const crud = `
  import { BodyParam, GET, PathParam, POST, PUT, QueryParam } from '@writ/annotations';

  export abstract class Crud<T, Key = number> {
    @POST('/') add(@BodyParam() item: T): { added: T } { return { added: item }; }
    @PUT('/') addAll(@BodyParam() items: T[]): number { return items.length; }
    @GET('/{id}') one(@PathParam('id') id: Key) { return { id }; }
  }
  export interface Box<T> { value: T }
  export abstract class Boxes<T> extends Crud<Box<T>, string> {}
  export class Range<T> {
    @QueryParam('from') from!: T;
    to?: T;
    constructor(@QueryParam('to') to?: T) { this.to = to; }
  }`;

const app = `
  import { BeanParam, GET, Path, RestRouter } from '@writ/annotations';
  import { Toolkit } from '@writ/http';
  import { openapi } from '@writ/http/openapi';
  import { Boxes, Crud, Range } from './crud.js';
  import * as bases from './crud.js';

  interface Note { title: string; rank?: number }
  @Path('/notes') export class Notes extends Crud<Note> {}
  @Path('/spaced') export class Spaced extends bases.Crud<Note> {}
  @Path('/words') export class Words extends Boxes<'a' | 'b'> {}
  @Path('/more') export class More extends Notes {
    override add(item: Note) { return { added: { ...item, rank: 7 } }; }
  }
  export class Numbers extends Range<number> {}
  export class Modes extends Range<'on' | 'off'> {}
  @Path('/ranges')
  export class Ranges {
    @GET('/numbers') numbers(@BeanParam() { from, to }: Numbers) { return [from, to]; }
    @GET('/modes') modes(@BeanParam() { from, to }: Modes) { return [from, to]; }
  }

  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const router = RestRouter.register(new Toolkit({ logger: silent }), Notes, Spaced, Words, More, Ranges);
  const requests: [string, string, unknown?][] = [
    ['POST', '/notes', { title: 'a' }],
    ['POST', '/notes', { rank: 'x' }],
    ['PUT', '/notes', [{ title: 'a' }, {}]],
    ['POST', '/spaced', { rank: 'x' }],
    ['GET', '/notes/7'],
    ['GET', '/notes/x'],
    ['POST', '/words', { value: 'a' }],
    ['POST', '/words', { value: 'c' }],
    ['GET', '/words/x'],
    ['POST', '/more', { title: 'a' }],
    ['POST', '/more', {}],
    ['GET', '/ranges/numbers?from=1&to=2'],
    ['GET', '/ranges/numbers?from=a&to=b'],
    ['GET', '/ranges/modes?from=on'],
    ['GET', '/ranges/modes?from=1&to=2'],
  ];
  const answers: unknown[] = [];
  for (const [method, path, value] of requests) {
    const init = value === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
    const response = await router.fetch(new Request('http://localhost' + path, init));
    const body: any = await response.json();
    answers.push(response.ok ? body : body.errors?.map(({ name, pointer, detail }: any) => [name ?? pointer, detail]) ?? response.status);
  }
  const { paths, components } = openapi(router, { info: { title: 'Notes', version: '1' } }) as any;
  const { schema } = paths['/notes'].post.responses['200'].content['application/json'];
  console.log(JSON.stringify([...answers, schema.properties.added, components.schemas.Note.required]));`;

function expectAnswers({ stdout, stderr }: Ended): void {
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    { added: { title: 'a' } },
    [
      ['/title', 'is missing'],
      ['/rank', 'must be a number'],
    ],
    [['/1/title', 'is missing']],
    [
      ['/title', 'is missing'],
      ['/rank', 'must be a number'],
    ],
    { id: 7 },
    [['id', 'must be a number']],
    { added: { value: 'a' } },
    [['/value', 'must be one of "a", "b"']],
    { id: 'x' },
    { added: { title: 'a', rank: 7 } },
    [['/title', 'is missing']],
    [1, 2],
    [
      ['to', 'must be a number'],
      ['from', 'must be a number'],
    ],
    ['on', null],
    [
      ['to', 'must be one of "on", "off"'],
      ['from', 'must be one of "on", "off"'],
    ],
    { $ref: '#/components/schemas/Note' },
    ['title'],
  ]);
}

it('the register hook records the types of generic base classes', async () => {
  expectAnswers(await runApp({ 'crud.ts': crud, 'app.ts': app.replaceAll('./crud.js', './crud.ts') }));
});

it('compiled code reads the types of generic base classes from its declaration files', () => {
  // The declaration file of a class is found by its annotations.
  const annotated = app.replaceAll(/export class (?=Numbers|Modes)/g, '@SuppressCheck() $&');
  project = createProject({
    'tsconfig.json': compilerSettings(),
    'src/crud.ts': crud,
    'src/app.ts': annotated.replace('RestRouter }', 'RestRouter, SuppressCheck }'),
  });
  project.compile('--noCheck');
  expectAnswers(project.node('out/app.js'));
});

it('a type parameter without an argument is reported', async () => {
  const main = `
    import { Path, RestRouter } from '@writ/annotations';
    import { Toolkit } from '@writ/http';
    import { Crud } from './crud.ts';
    @Path('/notes')
    class Notes<T> extends Crud<T> {}
    const found = RestRouter.register(new Toolkit(), Notes).diagnostics();
    console.log(JSON.stringify(found.map(({ code, message, hint, file, range }) => [code, message, hint, file, range?.start.line])));`;
  const { stdout } = await runApp({ 'crud.ts': crud, 'app.ts': main });
  expect(JSON.parse(stdout)).toEqual([
    [
      'W2107',
      'parameter "item" of Notes.add: the type parameter in T has no argument',
      'declare it: BodyParam(NewNote), or another type; register a subclass that declares it, such as class Notes extends Crud<Note> {}',
      expect.stringMatching(/crud\.ts$/) as string,
      5,
    ],
    [
      'W2107',
      'parameter "items" of Notes.addAll: the type parameter in T[] has no argument',
      expect.stringContaining('register a subclass that declares it') as string,
      expect.stringMatching(/crud\.ts$/) as string,
      6,
    ],
  ]);
});

it('the types of generic base classes of libraries are recorded only in annotated subclasses', async () => {
  const { stdout, stderr } = await runApp({
    'library.js': 'export class Table {}',
    'library.d.ts': 'export declare class Table<Row> { insert(row: Row): void }',
    'app.ts': `
      import { Path } from '@writ/annotations';
      import { Table } from './library.js';
      class Plain extends Table<string> {}
      @Path('/') class Annotated extends Table<string> {}
      const recordOf = (type: any) => type[Symbol.for('writ.types')]?.inherited;
      console.log(JSON.stringify([Object.hasOwn(Plain, Symbol.for('writ.types')), recordOf(Annotated)]));`,
  });
  expect(stderr).toBe('');
  const inherited = { methods: [['insert', [{ is: 'string' }]]], fields: [], parameters: [] };
  expect(JSON.parse(stdout)).toMatchObject([false, inherited]);
});
