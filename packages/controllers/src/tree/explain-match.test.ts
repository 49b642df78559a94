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
    'FooBar.GET! accepts the remaining segment; FooBar.POST answers POST; FooBar.ANY does not accept the remaining segment',
  ],
  [
    'POST',
    '/foo-bar/12/1',
    'FooBar.GET answers GET; FooBar.POST accepts only 1 of the 2 remaining segments; FooBar.ANY does not accept the 2 remaining segments',
  ],
  ['PUT', '/foo-bar', 'FooBar.GET answers GET; FooBar.POST answers POST; FooBar.ANY! no segments remain'],
  [
    'GET',
    '/foo-bar/1/2/3',
    'FooBar.GET accepts only 2 of the 3 remaining segments; FooBar.POST accepts only 1 of the 3 remaining segments; FooBar.ANY does not accept the 3 remaining segments',
  ],
  [
    'GET',
    '/a/b/c',
    'Default.GET accepts only 1 of the 2 remaining segments; Default.POST does not accept the 2 remaining segments; Default.GET! accepts the 3 remaining segments',
  ],
  [
    'HEAD',
    '/a/b',
    'Default.GET! accepts the remaining segment; Default.POST does not accept the remaining segment',
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
