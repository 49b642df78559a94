import type { Matcher } from '@writ/http/kernel';
import { consider } from './tree/consider.ts';
import { canonical, resolve } from './tree/resolve.ts';
import type { Leaf, TreeNode } from './tree/node.ts';

/** The tree as the kernel asks it. */
export function createMatcher(name: string, root: TreeNode): Matcher {
  const leaves = leavesBelow(root);
  const variables = new Map(leaves.map((leaf) => [leaf.route, leaf.variables]));
  return {
    name,
    routes: leaves.map(({ route }) => route),
    match(method, { segments }) {
      const resolved = resolve(root, method, segments);
      if (resolved.leaf === undefined) return resolved;
      return { route: resolved.leaf.route, values: resolved.values, positional: resolved.positional };
    },
    canonical: ({ segments }) => canonical(root, segments),
    consider: (method, { segments }) => consider(root, method, segments),
    variables: (route) => variables.get(route) ?? [],
  };
}

function leavesBelow({ leaves, children, variable }: TreeNode): Leaf[] {
  const below = variable === undefined ? [...children.values()] : [...children.values(), variable];
  return [...leaves.values(), ...below.flatMap(leavesBelow)];
}
