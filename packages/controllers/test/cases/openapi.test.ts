import { Router, Toolkit } from '@writ/http';
import { openapi, type OpenapiDocument } from '@writ/http/openapi';
import { expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { createLayout } from '../layout.ts';
import { resultController, moduleSource } from './class-sources.ts';

async function describe(files: Readonly<Record<string, string>>): Promise<OpenapiDocument> {
  const { matcher, diagnostics } = await loadControllers({
    directory: createLayout(files),
    prefixes: ['app'],
  });
  expect(diagnostics).toEqual([]);
  return openapi(new Router(new Toolkit()).mount(matcher), { info: { title: 'T', version: '1' } });
}

/** `path verb id tags` of each operation. */
async function operations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { paths } = await describe(files);
  return Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([verb, { operationId, tags = [] }]) => `${path} ${verb} ${String(operationId)} ${tags.join(' ')}`,
    ),
  );
}

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    'C495',
    {
      'app/index.ts': moduleSource(
        resultController('Foo', { GET: 'undefined', POST: 'undefined', PUT: 'undefined' }),
      ),
    },
    ['/foo get getFoo root', '/foo post postFoo root', '/foo put putFoo root'],
  ],
  [
    'C496',
    { 'app/bar.ts': moduleSource(resultController('Foo_ext', { GET: 'undefined' })) },
    ['/bar/foo.ext get getBarFooExt bar'],
  ],
  [
    'C499',
    {
      'app/foo/one.ts': moduleSource(resultController('Default', { 'GET(bar: string)': 'void bar' })),
      'app/foo/[che]/two.ts': moduleSource(
        resultController('Default', { 'GET({ che }: { che: string })': 'void che' }),
      ),
    },
    ['/foo/one/{bar} get getFooOneByBar foo one', '/foo/{che}/two get getFooByCheTwo foo two'],
  ],
])('%s the document of controllers contains their paths', async (_, files, expected) => {
  expect((await operations(files)).toSorted()).toEqual(expected);
});

it('C502 the document describes the responses that the signature can cause and a default problem document', async () => {
  const { paths, components } = await describe({
    'app/index.ts': moduleSource(
      resultController('Foo', { 'POST(): object': "throw new HttpError(401, 'error message');" }),
      resultController('Bar', { 'POST(n: number): object': 'return { n };' }),
    ),
  });
  expect(paths['/foo']!.post!.responses).toEqual({
    '200': { description: 'Success', content: { 'application/json': { schema: { type: 'object' } } } },
    // Names that the signature does not declare are rejected.
    '400': { $ref: '#/components/responses/bad-request' },
    '406': { $ref: '#/components/responses/not-acceptable' },
    default: { $ref: '#/components/responses/problem' },
  });
  expect(Object.keys(paths['/bar/{n}']!.post!.responses)).toEqual(['200', '400', '404', '406', 'default']);
  expect(components!.responses!['problem']!.content).toHaveProperty(['application/problem+json']);
});

it('C504 the tags of an operation are the path segments of its module', async () => {
  const { tags, paths } = await describe({
    'app/index.ts': moduleSource(resultController('Default', { GET: 'undefined' })),
    'app/foo/index.ts': moduleSource(
      resultController('Default', { GET: 'undefined' }),
      resultController('Bar', { GET: 'undefined', POST: 'undefined' }),
    ),
    'app/foo/baz.ts': moduleSource(
      resultController('Default', { GET: 'undefined' }),
      resultController('Che', { ANY: 'undefined' }),
    ),
    'app/foo/[id].ts': moduleSource(resultController('One', { 'GET({ id }: { id: string })': 'void id' })),
    // Includes a nested class, and a module with the same path as a class.
    'app/up.ts': moduleSource(
      resultController('Out', { GET: 'undefined' }, 'static In = class extends Controller { GET() {} };'),
    ),
    'app/up/out.ts': moduleSource(resultController('Last', { GET: 'undefined' })),
  });
  expect(tags!.map(({ name }) => name).toSorted()).toEqual(['baz', 'foo', 'out', 'root', 'up']);
  const tagsOf = (path: string): unknown => paths[path]!.get!.tags;
  expect(tagsOf('/')).toEqual(['root']);
  expect(tagsOf('/foo')).toEqual(['foo']);
  expect(tagsOf('/foo/bar')).toEqual(['foo']);
  expect(tagsOf('/foo/baz')).toEqual(['foo', 'baz']);
  expect(tagsOf('/foo/baz/che')).toEqual(['foo', 'baz']);
  expect(tagsOf('/foo/{id}/one')).toEqual(['foo']);
  expect(tagsOf('/up/out')).toEqual(['up']);
  expect(tagsOf('/up/out/last')).toEqual(['up', 'out']);
});

it('C506 the document describes results whose type is declared', async () => {
  const { paths } = await describe({
    'app/index.ts': moduleSource(
      resultController('Default', {
        'GET(): string': "return '';",
        POST: "return '';",
        'PUT(): void': '',
        'PATCH(): number': 'this.response.status = 201; return 1;',
      }),
      resultController('Style_css', { 'GET(): string': "return '';" }),
    ),
  });
  const responses = (path: string, verb: 'get' | 'post' | 'put' | 'patch'): unknown => {
    const [[status, response]] = Object.entries(paths[path]![verb]!.responses) as [[string, object]];
    return [status, 'content' in response ? response.content : undefined];
  };
  const schema = { type: 'string' };
  expect(responses('/', 'get')).toEqual(['200', { 'application/json': { schema } }]);
  expect(responses('/', 'post')).toEqual(['400', undefined]);
  expect(paths['/']!.post!.responses['2XX']).toEqual({ description: 'Success' });
  expect(responses('/', 'put')).toEqual(['204', undefined]);
  expect(paths['/']!.patch!.responses['2XX']).toEqual({
    description: 'Success',
    content: { 'application/json': { schema: { type: 'number' } } },
  });
  expect(responses('/style.css', 'get')).toEqual(['200', { 'text/css; charset=utf-8': { schema } }]);
});
