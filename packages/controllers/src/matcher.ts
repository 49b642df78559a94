import type { Matcher, Route } from '@writ/http';
import { resolve } from './tree/resolve.ts';
import type { TreeNode } from './tree/node.ts';

/** The tree as the kernel asks it. */
export function createMatcher(name: string, root: TreeNode): Matcher {
  return {
    name,
    routes: routesBelow(root),
    match(method, { segments }) {
      const resolved = resolve(root, method, segments);
      if (resolved.leaf === undefined) return resolved;
      return { route: resolved.leaf.route, values: [], positional: resolved.positional };
    },
    variables: () => [],
  };
}

function routesBelow(node: TreeNode): Route[] {
  const own = [...node.leaves.values()].map(({ route }) => route);
  return [...own, ...[...node.children.values()].flatMap(routesBelow)];
}
