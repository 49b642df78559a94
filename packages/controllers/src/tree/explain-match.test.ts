import { Router, Toolkit } from '@writ/http';
import { expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const files = {
  'app/index.ts': `
    export class Default extends Controller { GET(...segments: string[]) {} }
    export class FooBar extends Controller { GET(id: number, page?: number) {} POST(id: number) {} ANY() {} }`,
  'app/a/index.ts': 'export class Default extends Controller { GET(one: string) {} POST() {} }',
};

it.each([
  [
    'GET',
    '/foo-bar/12',
    'FooBar.GET! takes the 1 remaining segment; FooBar.POST answers POST; FooBar.ANY takes 0 of the 1 remaining segment',
  ],
  [
    'POST',
    '/foo-bar/12/1',
    'FooBar.GET answers GET; FooBar.POST takes 1 of the 2 remaining segments; FooBar.ANY takes 0 of the 2 remaining segments',
  ],
  ['PUT', '/foo-bar', 'FooBar.GET answers GET; FooBar.POST answers POST; FooBar.ANY! no segments remain'],
  [
    'GET',
    '/foo-bar/1/2/3',
    'FooBar.GET takes 2 of the 3 remaining segments; FooBar.POST takes 1 of the 3 remaining segments; FooBar.ANY takes 0 of the 3 remaining segments',
  ],
  [
    'GET',
    '/a/b/c',
    'Default.GET takes 1 of the 2 remaining segments; Default.POST takes 0 of the 2 remaining segments; Default.GET! takes the 3 remaining segments',
  ],
  [
    'HEAD',
    '/a/b',
    'Default.GET! takes the 1 remaining segment; Default.POST takes 0 of the 1 remaining segment',
  ],
  ['GET', '/', 'Default.GET! no segments remain'],
])('explainMatch lists the candidates of %s %s: %s', async (method, path, expected) => {
  const { matcher, diagnostics } = await loadControllers({
    directory: createLayout(files),
    prefixes: ['app'],
  });
  const router = new Router(new Toolkit()).mount(matcher).report(...diagnostics);
  const { candidates } = router.explain(method, path);
  const explanations = candidates.map(({ handler, chosen, why }) => `${handler}${chosen ? '!' : ''} ${why}`);
  expect(explanations.join('; ')).toBe(expected);
});
