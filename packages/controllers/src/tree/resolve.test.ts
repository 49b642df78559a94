import type { Route } from '@writ/http';
import { describe, expect, it } from 'vitest';
import { createNode, ensureNode, type TreeNode } from './node.ts';
import { resolveHandler } from './resolve.ts';

/**
 * Creates a tree from a short notation: modules by path, and classes as `path VERB:capacity …`. The path of a class
 * ends with the class name; the path of a Default ends with the module name.
 */
function tree(modules: readonly string[], ...classes: readonly string[]): TreeNode {
  const root = createNode();
  const split = (path: string): string[] => path.split('/').filter(Boolean);
  for (const module of ['/', ...modules]) ensureNode(root, split(module), (node) => (node.isModule = true));
  for (const line of classes) {
    const [path = '', ...handlers] = line.split(' ');
    const node = ensureNode(root, split(path.replace('!', '')));
    node.isNamedClass ||= path.endsWith('!');
    for (const handler of handlers) {
      const [verb = '', capacity = ''] = handler.split(':');
      const route = { path: `${path.replace('!', '')} ${verb}` } as Route;
      node.leaves.set(verb, {
        verb,
        capacity: capacity === '*' ? Infinity : Number(capacity),
        variables: [],
        route,
      });
    }
  }
  return root;
}

/** Returns `PATH VERB(args)` of the handler, or the status with the Allow header. */
function describeAnswer(root: TreeNode, method: string, path: string): string {
  const resolved = resolveHandler(root, method, path.split('/').filter(Boolean));
  if (resolved.leaf !== undefined)
    return `${resolved.leaf.route.path}(${[...resolved.values.map((value) => `=${value}`), ...resolved.positional].join(', ')})`;
  return resolved.allow.length === 0 ? '404' : `405 ${resolved.allow.toSorted().join(' ')}`;
}

describe('resolve', () => {
  const root = tree(
    ['/foo', '/foo/baz', '/foo/boom', '/foo-bar', '/bare', '/bare/deep'],
    '/ GET:1 POST:*',
    '/notes! GET:2 POST:0',
    '/foo GET:1',
    '/foo/bar! GET:* POST:*',
    '/foo/baz GET:0 PUT:1',
    '/foo/boom/bang! GET:0',
    '/foo-bar GET:0',
    '/any! ANY:1 GET:0 PUT:2',
    '/head! HEAD:0 GET:0 OPTIONS:0',
  );

  it.each([
    ['GET', '/', '/ GET()'],
    ['GET', '//', '/ GET()'],
    ['GET', '/x', '/ GET(x)'],
    ['GET', '/notes', '/notes GET()'],
    ['GET', '/notes/1/2', '/notes GET(1, 2)'],
    ['GET', '/foo', '/foo GET()'],
    ['GET', '/foo/bar', '/foo/bar GET()'],
    ['GET', '/foo/bar/happy/sad', '/foo/bar GET(happy, sad)'],
    ['GET', '/foo/x', '/foo GET(x)'],
    ['GET', '/foo/baz', '/foo/baz GET()'],
    ['GET', '/foo/boom/bang', '/foo/boom/bang GET()'],
    ['GET', '/foo_bar', '/foo-bar GET()'],
  ])('resolves %s %s to %s', (method, path, by) => expect(describeAnswer(root, method, path)).toBe(by));

  it.each([
    // If a module's Default cannot accept the segments, the nearest Default above it that can accept them receives all
    // of them.
    ['GET', '/foo/boom', '/foo GET(boom)'],
    ['POST', '/bare/deep/x', '/ POST(bare, deep, x)'],
    ['POST', '/bare', '/ POST(bare)'],
    ['GET', '/bare', '/ GET(bare)'],
    ['POST', '/foo/baz/1/2', '/ POST(foo, baz, 1, 2)'],
    // A handler of any verb stops the search. (The kernel adds HEAD and OPTIONS.)
    ['GET', '/foo/baz/1', '405 PUT'],
    ['POST', '/foo/boom', '405 GET'],
    ['GET', '/foo/boom/segments/that/none/but/POST/takes', '405 POST'],
    // If a segment selects a class, the search does not continue above that class.
    ['POST', '/notes/1/2/3', '404'],
    ['GET', '/foo/boom/bang/x', '404'],
  ])('resolves %s %s to a parent module unless a segment selects a class: %s', (method, path, by) =>
    expect(describeAnswer(root, method, path)).toBe(by),
  );

  it.each([
    ['DELETE', '/notes', '405 GET POST'],
    // Allow lists only verbs whose handler accepts the segments.
    ['POST', '/notes/1', '405 GET'],
    ['DELETE', '/notes/1/2/3', '404'],
    ['OPTIONS', '/notes/1', '405 GET'],
    // For HEAD, the kernel resolves HEAD and then GET.
    ['HEAD', '/notes', '405 GET POST'],
    ['HEAD', '/head', '/head HEAD()'],
    ['OPTIONS', '/head', '/head OPTIONS()'],
  ])('resolves %s %s to %s', (method, path, by) => expect(describeAnswer(root, method, path)).toBe(by));

  it.each([
    ['GET', '/any', '/any GET()'],
    ['DELETE', '/any/1', '/any ANY(1)'],
    ['GET', '/any/1', '/any ANY(1)'],
    ['PURGE', '/any', '/any ANY()'],
    ['OPTIONS', '/any', '405 DELETE GET PATCH POST PUT'],
    ['HEAD', '/any/1', '405 DELETE GET PATCH POST PUT'],
    ['GET', '/any/1/2', '405 PUT'],
  ])('gives methods without a handler to ANY, %s %s: %s', (method, path, by) =>
    expect(describeAnswer(root, method, path)).toBe(by),
  );

  it.each(['/Notes', '/NOTES', '/notes%20'])('%s is not a spelling of /notes', (path) => {
    expect(describeAnswer(tree([], '/notes! GET:0'), 'GET', path)).toBe('404');
  });

  it('does not leave the node that a module and a class of the same name share', () => {
    const both = tree(['/foo'], '/ GET:*', '/foo! GET:0', '/foo POST:1');
    expect(describeAnswer(both, 'POST', '/foo/1')).toBe('/foo POST(1)');
    expect(describeAnswer(both, 'GET', '/foo')).toBe('/foo GET()');
    expect(describeAnswer(both, 'GET', '/foo/1/2')).toBe('404');
  });

  it('accepts a hundred segments', () => {
    const segments = Array.from({ length: 100 }, (_, index) => `b${index}`);
    expect(describeAnswer(tree([], '/ GET:*'), 'GET', `/${segments.join('/')}`)).toBe(
      `/ GET(${segments.join(', ')})`,
    );
  });
});

describe('resolve with variables', () => {
  const root = tree(
    ['/users', '/users/[id]', '/users/[id]/posts', '/users/me', '/deep/[a]/[b]'],
    '/ GET:*',
    '/users GET:0',
    '/users/[id] GET:0',
    '/users/[id]/posts GET:1',
    '/users/[id]/card! GET:0',
    '/users/me GET:0',
    '/deep/[a]/[b] GET:0',
  );

  it.each([
    ['GET', '/users', '/users GET()'],
    ['GET', '/users/7', '/users/[id] GET(=7)'],
    ['GET', '/users/7/posts', '/users/[id]/posts GET(=7)'],
    ['GET', '/users/7/posts/2', '/users/[id]/posts GET(=7, 2)'],
    ['GET', '/users/7/card', '/users/[id]/card GET(=7)'],
    ['GET', '/users/me', '/users/me GET()'],
    // The literal child is selected without backtracking. A handler above it receives all segments and no variable.
    ['GET', '/users/me/posts', '/ GET(users, me, posts)'],
    ['GET', '/users/7/other', '/ GET(users, 7, other)'],
    ['GET', '/deep/1', '/ GET(deep, 1)'],
    ['GET', '/deep/1/2', '/deep/[a]/[b] GET(=1, =2)'],
    ['POST', '/users/7', '405 GET'],
    ['GET', '/users/[id]', '/users/[id] GET(=[id])'],
  ])('resolves %s %s to %s', (method, path, expected) => {
    expect(describeAnswer(root, method, path)).toBe(expected);
  });
});
