import type { Considered } from '@writ/http/kernel';
import { ANY } from '../naming/verbs.ts';
import { fits, type Leaf, type TreeNode } from './node.ts';
import { leafFor, wayOf } from './resolve.ts';

/**
 * The handlers that such a request makes one look at, from the node at which the walk ended to the one that answers,
 * each with why it does or does not.
 */
export function consider(root: TreeNode, method: string, bits: readonly string[]): readonly Considered[] {
  const way = wayOf(root, bits);
  const considered: Considered[] = [];
  for (let depth = way.length - 1; depth >= 0; depth -= 1) {
    const node = way[depth];
    if (node === undefined) break;
    const left = bits.length - depth;
    const asked = leafFor(node, method, left) ?? (method === 'HEAD' ? leafFor(node, 'GET', left) : undefined);
    const leaves = [...node.leaves.values()];
    for (const leaf of leaves) considered.push({ route: leaf.route, why: why(leaf, left, leaf === asked) });
    if (leaves.some((leaf) => fits(leaf, left))) break;
    if (!node.isModule || node.isNamedClass) break;
  }
  return considered;
}

function why(leaf: Leaf, left: number, answers: boolean): string {
  const bits = `${left} bit${left === 1 ? '' : 's'}`;
  if (answers) return left === 0 ? 'no bit is left' : `takes the ${bits} left of the path`;
  if (!fits(leaf, left)) return `takes ${leaf.capacity} of the ${bits} left of the path`;
  return leaf.verb === ANY ? 'another handler has the very method' : `answers ${leaf.verb}`;
}
