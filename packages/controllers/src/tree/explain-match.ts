import type { ConsideredRoute } from '@writ/http/kernel';
import { ANY } from '../naming/verbs.ts';
import { canTake, leavesOf, type HandlerLeaf, type TreeNode } from './node.ts';
import { findLeaf, pathTo } from './resolve.ts';

/** Lists the handlers considered for a request, each with the reason why it was or was not selected. */
export function explainMatch(
  root: TreeNode,
  method: string,
  segments: readonly string[],
): readonly ConsideredRoute[] {
  const nodes = pathTo(root, segments);
  const considered: ConsideredRoute[] = [];
  for (let depth = nodes.length - 1; depth >= 0; depth -= 1) {
    const node = nodes[depth];
    if (node === undefined) break;
    const remaining = segments.length - depth;
    const answering =
      findLeaf(node, method, remaining) ?? (method === 'HEAD' ? findLeaf(node, 'GET', remaining) : undefined);
    const leaves = leavesOf(node);
    for (const leaf of leaves)
      considered.push({ route: leaf.route, why: explainHandler(leaf, remaining, leaf === answering) });
    if (leaves.some((leaf) => canTake(leaf, remaining))) break;
    if (!node.isModule || node.isNamedClass) break;
  }
  return considered;
}

function explainHandler(leaf: HandlerLeaf, remaining: number, answers: boolean): string {
  const segments = remaining === 1 ? 'the remaining segment' : `the ${remaining} remaining segments`;
  if (answers) return remaining === 0 ? 'no segments remain' : `accepts ${segments}`;
  if (!canTake(leaf, remaining))
    return leaf.capacity === 0
      ? `does not accept ${segments}`
      : `accepts only ${leaf.capacity} of ${segments}`;
  return leaf.verb === ANY ? 'another handler has exactly this method' : `answers ${leaf.verb}`;
}
