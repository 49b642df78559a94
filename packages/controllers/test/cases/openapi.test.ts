import { openapi, Router, Toolkit } from '@writ/http';
import { expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { layout } from '../layout.ts';
import { gives, module } from './echo.ts';

/** `path verb id` of every operation. */
async function operations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { matcher, diagnostics } = await loadControllers({ directory: layout(files), prefixes: ['app'] });
  expect(diagnostics).toEqual([]);
  const { paths } = openapi(new Router(new Toolkit()).mount(matcher), { info: { title: 'T', version: '1' } });
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
