import { openapi, Router, Toolkit, type OpenapiDocument } from '@writ/http';
import { expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { layout } from '../layout.ts';
import { gives, module } from './echo.ts';

async function describe(files: Readonly<Record<string, string>>): Promise<OpenapiDocument> {
  const { matcher, diagnostics } = await loadControllers({ directory: layout(files), prefixes: ['app'] });
  expect(diagnostics).toEqual([]);
  return openapi(new Router(new Toolkit()).mount(matcher), { info: { title: 'T', version: '1' } });
}

/** `path verb id` of every operation. */
async function operations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { paths } = await describe(files);
  return Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { operationId }]) => `${path} ${verb} ${String(operationId)}`),
  );
}

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    'C495',
    { 'app/index.ts': module(gives('Foo', { GET: 'undefined', POST: 'undefined', PUT: 'undefined' })) },
    ['/foo get getFoo', '/foo post postFoo', '/foo put putFoo'],
  ],
  [
    'C496',
    { 'app/bar.ts': module(gives('Foo_ext', { GET: 'undefined' })) },
    ['/bar/foo.ext get getBarFooExt'],
  ],
  [
    'C499',
    {
      'app/foo/one.ts': module(gives('Default', { 'GET(bar: string)': 'void bar' })),
      'app/foo/[che]/two.ts': module(gives('Default', { 'GET({ che }: { che: string })': 'void che' })),
    },
    ['/foo/one/{bar} get getFooOneByBar', '/foo/{che}/two get getFooByCheTwo'],
  ],
])('%s the document of controllers has their paths', async (_, files, expected) => {
  expect((await operations(files)).toSorted()).toEqual(expected);
});

it('C502 the statuses are those that the signature can refuse by, and any other is a problem', async () => {
  const { paths, components } = await describe({
    'app/index.ts': module(
      gives('Foo', { 'POST(): object': "throw new HttpError(401, 'error message');" }),
      gives('Bar', { 'POST(n: number): object': 'return { n };' }),
    ),
  });
  expect(paths['/foo']!.post!.responses).toEqual({
    '2XX': { description: 'Done' },
    default: { $ref: '#/components/responses/problem' },
  });
  expect(Object.keys(paths['/bar/{n}']!.post!.responses)).toEqual(['400', '404', '2XX', 'default']);
  expect(components!.responses!['problem']!.content).toHaveProperty(['application/problem+json']);
});

it('C504 tags are the names of classes', async () => {
  const { tags, paths } = await describe({
    'app/index.ts': module(gives('Default', { GET: 'undefined' })),
    'app/foo/index.ts': module(
      gives('Default', { GET: 'undefined' }),
      gives('Bar', { GET: 'undefined', POST: 'undefined' }),
    ),
    'app/foo/baz.ts': module(gives('Default', { GET: 'undefined' }), gives('Che', { ANY: 'undefined' })),
  });
  expect(tags!.map(({ name }) => name).toSorted()).toEqual(['Bar', 'Che', 'Default']);
  expect(paths['/foo/baz/che']!.get!.tags).toEqual(['Che']);
  expect(paths['/']!.get!.tags).toEqual(['Default']);
});

it('C506 a result is not described, whatever its declared type is', async () => {
  const { paths } = await describe({
    'app/index.ts': module(gives('Default', { 'GET(): string': "return '';" })),
  });
  expect(paths['/']!.get!.responses['2XX']).toEqual({ description: 'Done' });
});
