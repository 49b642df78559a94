import type { Route } from '@writ/http';
import { ANY } from '../classes/verbs.ts';

/** A handler at its place in the tree. */
export interface Leaf {
  readonly verb: string;
  /** How many path bits it takes at most. */
  readonly capacity: number;
  readonly route: Route;
}

/**
 * A path bit's place: a module, the class of that name in the module above, or both, which are one node. The handlers
 * of a module's `Default` are the module's own.
 */
export interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** By verb. */
  readonly leaves: Map<string, Leaf>;
  isModule: boolean;
  /** Whether a class stands here that the path names. */
  isNamedClass: boolean;
}

export function createNode(): TreeNode {
  return { children: new Map(), leaves: new Map(), isModule: false, isNamedClass: false };
}

/** The node at `bits` below `root`, made when it is not there; `onWay` sees every node from the root to it. */
export function nodeAt(
  root: TreeNode,
  bits: readonly string[],
  onWay: (node: TreeNode) => void = () => {},
): TreeNode {
  let node = root;
  onWay(node);
  for (const bit of bits) {
    let child = node.children.get(bit);
    if (child === undefined) {
      child = createNode();
      node.children.set(bit, child);
    }
    node = child;
    onWay(node);
  }
  return node;
}

/** Whether a handler can take that many bits. Whether they convert is seen when they are bound. */
export function fits(leaf: Leaf, bits: number): boolean {
  return bits <= leaf.capacity;
}

/** The methods that a node answers when so many bits are left; empty when none. */
export function allowed(node: TreeNode, bits: number): readonly string[] {
  const verbs = new Set<string>();
  for (const leaf of node.leaves.values()) {
    if (!fits(leaf, bits)) continue;
    for (const verb of leaf.verb === ANY ? EVERY_METHOD : [leaf.verb]) verbs.add(verb);
  }
  if (verbs.size === 0) return [];
  if (verbs.has('GET')) verbs.add('HEAD');
  verbs.add('OPTIONS');
  return [...verbs];
}

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
