/** The types of request values, each with an accepted value, a rejected value with its message, and the schema. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Router, Toolkit } from '@writ/http';
import { openapi } from '@writ/http/openapi';
import { inject } from '@writ/http/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeLayout, writeLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const declarations = `
  import { Controller } from '@writ/controllers';
  const KINDS = ['text', 'list'] as const;
  interface Note { title: string; rank?: number }
  interface Page<T, K = 'next'> { items: T[]; link?: K }
  interface Named<T> extends Page<T> { name: string }
  type Pair<A, B = A> = [A, B];
  type Box<T> = { value: T };
  type Flags<T> = { [K in keyof T]: boolean };
  type Level = 'debug' | 'info' | 'none';
  type Id = string & { readonly brand: 'id' };
  declare const brand: unique symbol;
  interface Brand { readonly [brand]: true }
  enum Color { Red = 'red' }
  interface Added { kind: 'added'; note: Note }
  interface Removed { kind: 'removed'; rank: number }
  type Change = Added | Removed;
  interface Tree { value: string; children?: Tree[] }
  interface List<T> { head: T; tail: List<T> | null }
  interface Folder { name: string; files: File_[] }
  interface File_ { name: string; folder?: Folder }
  interface Nest<T> { value: T; next?: Nest<T[]> }
`;

const text = { type: 'string' };
const number = { type: 'number' };
const closed = { type: 'object', additionalProperties: false };
const note = { ...closed, properties: { title: text, rank: number }, required: ['title'] };
const unlike = (pointer: string, detail: string): object => ({
  name: 'value',
  detail,
  ...(pointer === '' ? {} : { pointer }),
});

type Row = readonly [type: string, accepted: unknown, refused: unknown, issue: object, schema: object];

const ROWS: readonly Row[] = [
  [
    '(typeof KINDS)[number]',
    'list',
    'no',
    unlike('', 'must be one of "text", "list"'),
    { type: 'string', enum: ['text', 'list'] },
  ],
  [
    'keyof Note',
    'rank',
    'no',
    unlike('', 'must be one of "title", "rank"'),
    { type: 'string', enum: ['title', 'rank'] },
  ],
  [
    "'auto' | number",
    5,
    'no',
    unlike('', 'must be "auto" | number'),
    { anyOf: [{ type: 'string', enum: ['auto'] }, number] },
  ],
  [
    "Exclude<Level, 'none'>",
    'info',
    'none',
    unlike('', 'must be one of "debug", "info"'),
    { type: 'string', enum: ['debug', 'info'] },
  ],
  [
    'NonNullable<Level | null>',
    'none',
    null,
    unlike('', 'must be one of "debug", "info", "none"'),
    { type: 'string', enum: ['debug', 'info', 'none'] },
  ],
  ['Id', 'a', 1, unlike('', 'must be a string'), text],
  ['number & Brand', 1, 'a', unlike('', 'must be a number'), number],
  [
    'Box<Note>',
    { value: { title: 'a' } },
    { value: {} },
    unlike('/value/title', 'is missing'),
    { ...closed, properties: { value: note }, required: ['value'] },
  ],
  [
    'Box<Box<Id>>',
    { value: { value: 'a' } },
    { value: { value: 1 } },
    unlike('/value/value', 'must be a string'),
    {
      ...closed,
      properties: { value: { ...closed, properties: { value: text }, required: ['value'] } },
      required: ['value'],
    },
  ],
  [
    'Pair<string, number>',
    ['a', 1],
    ['a', 'b'],
    unlike('/1', 'must be a number'),
    { type: 'array', prefixItems: [text, number], minItems: 2, maxItems: 2 },
  ],
  [
    'Pair<number>',
    [1, 2],
    [1, 'b'],
    unlike('/1', 'must be a number'),
    { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
  ],
  [
    'Named<number>',
    { items: [1], name: 'a', link: 'next' },
    { items: ['x'], name: 'a' },
    unlike('/items/0', 'must be a number'),
    {
      ...closed,
      properties: {
        items: { type: 'array', items: number },
        link: { type: 'string', enum: ['next'] },
        name: text,
      },
      required: ['items', 'name'],
    },
  ],
  [
    'Flags<Note>',
    { title: true },
    { title: 1 },
    unlike('/title', 'must be true or false'),
    { ...closed, properties: { title: { type: 'boolean' }, rank: { type: 'boolean' } }, required: ['title'] },
  ],
  [
    "{ [K in 'a' | 'b']?: K }",
    { a: 'a' },
    { a: 'b' },
    unlike('/a', 'must be one of "a"'),
    { ...closed, properties: { a: { type: 'string', enum: ['a'] }, b: { type: 'string', enum: ['b'] } } },
  ],
  [
    '{ [K in keyof Note]-?: Note[K] }',
    { title: 'a', rank: 1 },
    { title: 'a' },
    unlike('/rank', 'is missing'),
    { ...note, required: ['title', 'rank'] },
  ],
  [
    '{ [K in string]: number }',
    { a: 1 },
    { a: 'b' },
    unlike('/a', 'must be a number'),
    { type: 'object', properties: {}, additionalProperties: number },
  ],
  [
    'string | string[]',
    ['a'],
    [1],
    unlike('/0', 'must be a string'),
    { anyOf: [text, { type: 'array', items: text }] },
  ],
  [
    'Change',
    { kind: 'removed', rank: 1 },
    { kind: 'added', note: {} },
    unlike('/note/title', 'is missing'),
    {
      anyOf: [
        {
          ...closed,
          properties: { kind: { type: 'string', enum: ['added'] }, note },
          required: ['kind', 'note'],
        },
        {
          ...closed,
          properties: { kind: { type: 'string', enum: ['removed'] }, rank: number },
          required: ['kind', 'rank'],
        },
      ],
    },
  ],
  [
    "Change['kind']",
    'added',
    'no',
    unlike('', 'must be one of "added", "removed"'),
    { type: 'string', enum: ['added', 'removed'] },
  ],
  [
    'string | Note',
    { title: 'a' },
    { title: 1 },
    unlike('/title', 'must be a string'),
    { anyOf: [text, note] },
  ],
  [
    'Tree',
    { value: 'a', children: [{ value: 'b', children: [] }] },
    { value: 'a', children: [{ value: 'b', children: [{}] }] },
    unlike('/children/0/children/0/value', 'is missing'),
    { $ref: '#/components/schemas/Tree' },
  ],
  [
    'List<number>',
    { head: 1, tail: { head: 2, tail: null } },
    { head: 1, tail: { head: 'b', tail: null } },
    unlike('/tail/head', 'must be a number'),
    { $ref: '#/components/schemas/List' },
  ],
  [
    'Folder',
    { name: 'a', files: [{ name: 'b', folder: { name: 'c', files: [] } }] },
    { name: 'a', files: [{ name: 'b', folder: { name: 'c' } }] },
    unlike('/files/0/folder/files', 'is missing'),
    { $ref: '#/components/schemas/Folder' },
  ],
  [
    "Omit<Tree, 'value'>",
    { children: [{ value: 'a' }] },
    { children: [{}] },
    unlike('/children/0/value', 'is missing'),
    { ...closed, properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
  ],
  [
    'keyof Tree',
    'children',
    'no',
    unlike('', 'must be one of "value", "children"'),
    { type: 'string', enum: ['value', 'children'] },
  ],
];

/** Collections, which JSON responses do not contain: a type, an expression of \`value\`, and a row. */
const COLLECTIONS: readonly (readonly [string, string, unknown, unknown, object, object, unknown])[] = [
  [
    'Set<Level>',
    '[...value].toSorted()',
    ['none', 'info', 'none'],
    ['x'],
    unlike('/0', 'must be one of "debug", "info", "none"'),
    {
      type: 'array',
      items: { type: 'string', enum: ['debug', 'info', 'none'] },
      uniqueItems: true,
    },
    ['info', 'none'],
  ],
  [
    'Map<string, Note>',
    '[...value].map(([key, { title }]) => [key, title])',
    { a: { title: 'b' } },
    { a: {} },
    unlike('/a/title', 'is missing'),
    { type: 'object', additionalProperties: note },
    [['a', 'b']],
  ],
  [
    'ReadonlyMap<number, string>',
    '[...value]',
    { 5: 'b' },
    { a: 'b' },
    unlike('/a', 'must be a number'),
    { type: 'object', additionalProperties: text },
    [[5, 'b']],
  ],
];

const folders: string[] = [];
afterAll(() => folders.forEach(removeLayout));

async function load(source: string): Promise<Router> {
  const directory = writeLayout({ 'app/index.ts': `${declarations}${source}` });
  folders.push(directory);
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return new Router(new Toolkit({ logger })).mount(matcher).report(...diagnostics);
}

const post = async (router: Router, url: string, body: unknown): Promise<{ status: number; body: any }> => {
  const headers = { 'content-type': 'application/json' };
  const response = await inject(router, { method: 'POST', url, headers, body: JSON.stringify(body) });
  return { status: response.status, body: response.json() };
};

describe('a request value', () => {
  let router: Router;
  let paths: any;
  beforeAll(async () => {
    const classes = ROWS.map(
      ([type], index) =>
        `export class Row${index} extends Controller { POST({ value }: { value: ${type} }) { return { value }; } }`,
    );
    router = await load(classes.join('\n'));
    paths = openapi(router, { info: { title: 'Types', version: '1' } }).paths;
  });

  it.each(ROWS.map((row, index) => [row[0], index] as const))(
    'of type %s is converted, rejected and documented',
    async (_type, index) => {
      const [, accepted, refused, issue, schema] = ROWS[index]!;
      const url = `/row${index}`;
      expect(await post(router, url, { value: accepted })).toEqual({
        status: 200,
        body: { value: accepted },
      });
      const answer = await post(router, url, { value: refused });
      expect(answer).toMatchObject({ status: 400, body: { errors: [issue] } });
      const { content } = paths[url].post.requestBody;
      expect(content['application/json'].schema.properties.value).toEqual(schema);
    },
  );
});

describe('a collection', () => {
  it.each(COLLECTIONS)(
    'of type %s is converted, rejected and documented',
    async (type, expression, accepted, refused, issue, schema, result) => {
      const router = await load(
        `export class Row extends Controller { POST({ value }: { value: ${type} }) { return ${expression}; } }`,
      );
      expect(router.diagnostics()).toEqual([]);
      expect(await post(router, '/row', { value: accepted })).toEqual({ status: 200, body: result });
      expect(await post(router, '/row', { value: refused })).toMatchObject({
        status: 400,
        body: { errors: [issue] },
      });
      const { paths } = openapi(router, { info: { title: 'Collections', version: '1' } }) as any;
      const { properties } = paths['/row'].post.requestBody.content['application/json'].schema;
      expect(properties.value).toEqual(schema);
    },
  );

  it('is converted from the strings of a repeated name', async () => {
    const router = await load(`
      export class Sets extends Controller { GET({ tags }: { tags: Set<string> }) { return [...tags]; } }
      export class Lists extends Controller { GET({ tags }: { tags: string | string[] }) { return tags; } }`);
    expect((await inject(router, '/sets?tags=a&tags=b&tags=a')).json()).toEqual(['a', 'b']);
    expect((await inject(router, '/lists?tags=a')).json()).toBe('a');
    expect((await inject(router, '/lists?tags=a&tags=b')).json()).toEqual(['a', 'b']);
  });
});

describe('a parameter whose type is a union of object types', () => {
  const source = `export class Changes extends Controller {
    GET(change?: Change) { return change ?? null; }
    POST(change: Change) { return change; }
  }`;

  it('selects the object type by the key with different literals', async () => {
    const router = await load(source);
    const change = { kind: 'added', note: { title: 'a' } };
    expect(await post(router, '/changes', change)).toEqual({ status: 200, body: change });
    expect((await inject(router, '/changes?kind=removed&rank=2')).json()).toEqual({
      kind: 'removed',
      rank: 2,
    });
    expect((await inject(router, '/changes')).json()).toBe(null);
  });

  it.each([
    [{ kind: 'other' }, { name: 'kind', detail: 'must be one of "added", "removed"' }],
    [{ rank: 1 }, { name: 'kind', detail: 'is missing' }],
    [{ kind: 'removed' }, { name: 'rank', detail: 'is missing' }],
    [
      { kind: 'removed', rank: 1, note: { title: 'a' } },
      { name: 'note', detail: 'unknown parameter' },
    ],
    [
      { kind: 'removed', rank: 1, x: 1 },
      { name: 'x', detail: 'unknown parameter' },
    ],
  ])('rejects %j', async (body, issue) => {
    const { status, body: problem } = await post(await load(source), '/changes', body);
    expect({ status, errors: problem.errors }).toEqual({
      status: 400,
      errors: [expect.objectContaining(issue)],
    });
  });

  it('is documented with its object types', async () => {
    const { paths } = openapi(await load(source), { info: { title: 'Changes', version: '1' } }) as any;
    const { content } = paths['/changes'].post.requestBody;
    const [added, removed] = content['application/json'].schema.anyOf;
    expect(added).toMatchObject({ required: ['kind', 'note'], additionalProperties: false });
    expect(removed).toMatchObject({ required: ['kind', 'rank'], additionalProperties: false });
    expect(paths['/changes'].get.parameters.map(({ name, required }: any) => [name, required])).toEqual([
      ['kind', false],
      ['note', false],
      ['rank', false],
    ]);
  });

  it('causes a start-up error if no key distinguishes the object types', async () => {
    const router = await load(
      'export class Pairs extends Controller { POST(pair: Note | { value: string }) {} }',
    );
    expect(router.diagnostics()).toMatchObject([
      { severity: 'error', message: expect.stringContaining('have no key that distinguishes them') },
    ]);
  });
});

it('a parameter may have a recursive type', async () => {
  const router = await load('export class Trees extends Controller { POST(tree: Tree) { return tree; } }');
  const tree = { value: 'a', children: [{ value: 'b' }] };
  expect(await post(router, '/trees', tree)).toEqual({ status: 200, body: tree });
  const { body } = await post(router, '/trees', { value: 'a', children: [{}] });
  expect(body.errors).toMatchObject([{ name: 'children', pointer: '/0/value', detail: 'is missing' }]);
  const { paths, components } = openapi(router, { info: { title: 'Trees', version: '1' } }) as any;
  expect(paths['/trees'].post.requestBody.content['application/json'].schema.properties.children).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Tree' },
  });
  expect(components.schemas.Tree.properties.children).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Tree' },
  });
});

it('a type that contains itself with different type arguments each time causes a start-up error', async () => {
  const router = await load('export class Nests extends Controller { POST(nest: Nest<string>) {} }');
  expect(router.diagnostics()[0]!.message).toContain(
    'contains itself with different type arguments each time',
  );
});

it('types of another workspace package are read from its sources', async () => {
  const directory = writeLayout({
    'packages/types/package.json': JSON.stringify({ name: '@acme/types', exports: './src/index.ts' }),
    'packages/types/src/index.ts': "export * from './note.ts'; export const KINDS = ['a', 'b'] as const;",
    'packages/types/src/note.ts': 'export interface Entry { title: string; rank?: number }',
    'site/app/index.ts': `
      import { Controller } from '@writ/controllers';
      import { type Entry, type KINDS } from '@acme/types';
      export class Default extends Controller {
        POST({ entry, kind }: { entry: Entry; kind: (typeof KINDS)[number] }) { return { entry, kind }; }
      }`,
  });
  folders.push(directory);
  mkdirSync(join(directory, 'site/node_modules/@acme'), { recursive: true });
  symlinkSync(join(directory, 'packages/types'), join(directory, 'site/node_modules/@acme/types'));
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['site.app'] });
  const router = new Router(new Toolkit()).mount(matcher).report(...diagnostics);
  const value = { entry: { title: 'x' }, kind: 'b' };
  expect(await post(router, '/', value)).toEqual({ status: 200, body: value });
  expect((await post(router, '/', { entry: { title: 1 }, kind: 'c' })).body.errors).toMatchObject([
    { name: 'entry', pointer: '/title', detail: 'must be a string' },
    { name: 'kind', detail: 'must be one of "a", "b"' },
  ]);
});

it.each([
  ['Map<Note, string>', 'Map<Note, string>'],
  ['string | Date', 'string | Date'],
  ['string & Level', 'string'],
])('a request value of type %s causes a start-up error with its location', async (type, place) => {
  const router = await load(`export class Row extends Controller { POST({ value }: { value: ${type} }) {} }`);
  const [finding] = router.diagnostics();
  expect(finding).toMatchObject({
    severity: 'error',
    rule: 'type-unknown',
    file: expect.stringContaining('index.ts'),
  });
  expect(finding!.message).toContain(`the type ${place} is not supported`);
});

describe('a generic base class', () => {
  const crud = `
    export abstract class Crud<T, Key = number> extends Controller {
      GET(id: Key): T | null { return null; }
      POST(item: T): T[] { return [item]; }
    }
    export abstract class Titled<T> extends Crud<Box<T>, string> {}
    export class Notes extends Crud<Note> {}
    export class Words extends Titled<Level> {}
  `;

  it('has handlers with the types of each subclass', async () => {
    const router = await load(crud);
    expect((await post(router, '/notes', { title: 'a' })).body).toEqual([{ title: 'a' }]);
    expect((await post(router, '/notes', {})).body.errors).toMatchObject([{ detail: 'is missing' }]);
    expect((await post(router, '/words', { value: 'info' })).body).toEqual([{ value: 'info' }]);
    expect((await post(router, '/words', { value: 'x' })).status).toBe(400);
    expect((await inject(router, '/notes/x')).status).toBe(404);
    expect((await inject(router, '/words/x')).status).toBe(200);
  });

  it('is documented with the arguments of each subclass', async () => {
    const { paths, components } = openapi(await load(crud), { info: { title: 'Crud', version: '1' } }) as any;
    const schemaOf = (path: string, verb: string): unknown =>
      paths[path][verb].responses['200'].content['application/json'].schema;
    const ref = { $ref: '#/components/schemas/Note' };
    expect(schemaOf('/notes', 'post')).toEqual({ type: 'array', items: ref });
    expect(schemaOf('/notes/{id}', 'get')).toEqual({ anyOf: [ref, { type: 'null' }] });
    expect(components.schemas.Note.properties.title).toEqual({ type: 'string' });
    expect(paths['/notes/{id}'].get.parameters[0].schema).toEqual({ type: 'number' });
    expect(paths['/words/{id}'].get.parameters[0].schema).toEqual({ type: 'string' });
  });

  it('reports an unsupported argument where it is written', async () => {
    const router = await load(`${crud} export class Symbols extends Crud<symbol[]> {}`);
    const [finding, ...others] = router.diagnostics();
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: 'type-unknown' });
    expect(finding!.message).toContain('Crud.POST: the type symbol is not supported');
  });
});
