import type { Matcher } from '@writ/http/kernel';
import { explainMatch } from './tree/explain-match.ts';
import { canonicalSegments, resolveHandler } from './tree/resolve.ts';
import { leavesOf, type HandlerLeaf, type TreeNode } from './tree/node.ts';

/** Creates the matcher through which the kernel queries a resolution tree. */
export function createMatcher(name: string, root: TreeNode): Matcher {
  const leaves = leavesBelow(root);
  const variables = new Map(leaves.map((leaf) => [leaf.route, leaf.variables]));
  return {
    name,
    routes: leaves.map(({ route }) => route),
    match(method, { segments }, upgrades) {
      const resolved = resolveHandler(root, method, segments, upgrades);
      if (resolved.leaf === undefined) return resolved;
      return { route: resolved.leaf.route, values: resolved.values, positional: resolved.positional };
    },
    canonical: ({ segments }) => canonicalSegments(root, segments),
    consider: (method, { segments }) => explainMatch(root, method, segments),
    variables: (route) => variables.get(route) ?? [],
  };
}

function leavesBelow(node: TreeNode): HandlerLeaf[] {
  const leaves: HandlerLeaf[] = [];
  addLeaves(node, leaves);
  return leaves;
}

function addLeaves(node: TreeNode, leaves: HandlerLeaf[]): void {
  for (const leaf of leavesOf(node)) leaves.push(leaf);
  node.children.forEach((child) => addLeaves(child, leaves));
  if (node.variable !== undefined) addLeaves(node.variable, leaves);
}
