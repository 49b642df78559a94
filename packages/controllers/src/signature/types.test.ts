/** The types of parameters and base classes. The types of values are tested with those of annotations. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Router, Toolkit } from '@writ/http';
import { openapi } from '@writ/http/openapi';
import { inject } from '@writ/http/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { removeLayout, writeLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const declarations = `
  import { Controller } from '@writ/controllers';
  interface Note { title: string; rank?: number }
  type Box<T> = { value: T };
  type Level = 'debug' | 'info' | 'none';
  interface Added { kind: 'added'; note: Note }
  interface Removed { kind: 'removed'; rank: number }
  type Change = Added | Removed;
  interface Tree { value: string; children?: Tree[] }
  interface Nest<T> { value: T; next?: Nest<T[]> }
`;

const folders: string[] = [];
afterAll(() => folders.forEach(removeLayout));

function load(source: string): Promise<Router> {
  return loadFiles({ 'app/index.ts': `${declarations}${source}` });
}

/** Loads the controllers in `app`. Modules there can import the packages in `packages` as `@acme/NAME`. */
async function loadFiles(
  files: Readonly<Record<string, string>>,
  packages: readonly string[] = [],
): Promise<Router> {
  const directory = writeLayout(files);
  folders.push(directory);
  mkdirSync(join(directory, 'app/node_modules/@acme'), { recursive: true });
  for (const name of packages)
    symlinkSync(join(directory, 'packages', name), join(directory, 'app/node_modules/@acme', name));
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return new Router(new Toolkit({ logger })).mount(matcher).report(...diagnostics);
}

const post = async (router: Router, url: string, body: unknown): Promise<{ status: number; body: any }> => {
  const headers = { 'content-type': 'application/json' };
  const response = await inject(router, { method: 'POST', url, headers, body: JSON.stringify(body) });
  return { status: response.status, body: response.json() };
};

it('a set or an array is converted from the strings of a repeated name', async () => {
  const router = await load(`
    export class Sets extends Controller { GET({ tags }: { tags: Set<string> }) { return [...tags]; } }
    export class Lists extends Controller { GET({ tags }: { tags: string | string[] }) { return tags; } }`);
  expect((await inject(router, '/sets?tags=a&tags=b&tags=a')).json()).toEqual(['a', 'b']);
  expect((await inject(router, '/lists?tags=a')).json()).toBe('a');
  expect((await inject(router, '/lists?tags=a&tags=b')).json()).toEqual(['a', 'b']);
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

it.each([
  ['Map<Note, string>', 'Map<Note, string>'],
  ['string | Date', 'string | Date'],
  ['Level & Note', 'Level'],
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

  it('may be a member of a namespace import', async () => {
    const router = await loadFiles({
      'app/index.ts': `
        import * as base from '../base/index.ts';
        interface Note { title: string }
        export class Notes extends base.Crud<Note> { static Words = base.Words; }`,
      'base/index.ts': "export { Crud } from './crud.ts'; export * from './words.ts';",
      'base/crud.ts': `
        import { Controller } from '@writ/controllers';
        export abstract class Crud<T> extends Controller { POST(item: T): T { return item; } }`,
      'base/words.ts': `
        import { Crud } from './crud.ts';
        export class Words extends Crud<{ word: 'a' | 'b' }> {}`,
    });
    expect(router.diagnostics()).toEqual([]);
    expect((await post(router, '/notes', { title: 1 })).body.errors).toMatchObject([{ name: 'title' }]);
    expect((await post(router, '/notes/words', { word: 'b' })).body).toEqual({ word: 'b' });
    expect((await post(router, '/notes/words', { word: 'c' })).status).toBe(400);
  });

  it('may be declared in another package, with the schema that it uses', async () => {
    const router = await loadFiles(
      {
        'app/index.ts': `
          import type { z } from 'zod';
          import { Crud, type Entry, type Paging } from '@acme/base';
          export class Notes extends Crud<Entry> {
            PUT(page: z.infer<typeof Paging>) { return page; }
          }`,
        'packages/base/package.json': JSON.stringify({
          name: '@acme/base',
          type: 'module',
          exports: { types: './types.d.ts', default: './index.js' },
        }),
        'packages/base/types.d.ts': `
          import { Controller } from '@writ/controllers';
          import { z } from 'zod';
          export interface Entry { title: string }
          export declare const Paging: z.ZodObject<{ limit: z.ZodNumber }>;
          export declare abstract class Crud<T> extends Controller { POST(item: T): T; }`,
        'packages/base/index.js': `
          import { Controller } from '@writ/controllers';
          import { z } from 'zod';
          export const Paging = z.object({ limit: z.number().max(10) });
          export class Crud extends Controller { POST(item) { return item; } }`,
      },
      ['base'],
    );
    expect(router.diagnostics()).toEqual([]);
    expect((await post(router, '/notes', { title: 1 })).body.errors).toMatchObject([{ name: 'title' }]);
    const put = (limit: number): ReturnType<typeof inject> =>
      inject(router, { method: 'PUT', url: '/notes', json: { limit } });
    expect([(await put(10)).status, (await put(11)).status]).toEqual([200, 400]);
  });
});

it('a nested controller whose class cannot be found is reported', async () => {
  const router = await load(`
    class Note extends Controller { GET() { return 1; } }
    const list = [Note];
    export class Notes extends Controller { static Item = list[0]; static _Hidden = list[0]; GET() { return 2; } }`);
  expect(router.diagnostics()).toMatchObject([
    { rule: 'class-undeclared', message: expect.stringContaining('Notes.Item is a controller') },
  ]);
});
