import type { Route } from '@writ/http';
import { METHODS_OF_ANY } from '@writ/http/kernel';
import { ANY } from '../naming/verbs.ts';
import { variableIn } from '../naming/variable.ts';

/** A handler at its place in the tree. */
export interface Leaf {
  readonly verb: string;
  /** How many path bits it takes at most. */
  readonly capacity: number;
  /** Of the path, from left to right. */
  readonly variables: readonly string[];
  readonly route: Route;
}

/**
 * A path bit's place: a module, the class of that name in the module above, or both, which are one node. The handlers
 * of a module's `Default` are the module's own.
 */
export interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** What stands where no child has the bit's name: the bit is the variable's value. */
  variable?: TreeNode;
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
    node = childAt(node, bit);
    onWay(node);
  }
  return node;
}

function childAt(node: TreeNode, bit: string): TreeNode {
  if (variableIn(bit) !== undefined) return (node.variable ??= createNode());
  const known = node.children.get(bit);
  if (known !== undefined) return known;
  const child = createNode();
  node.children.set(bit, child);
  return child;
}

/** Whether a handler can take that many bits. Whether they convert is seen when they are bound. */
export function fits(leaf: Leaf, bits: number): boolean {
  return bits <= leaf.capacity;
}

/** The methods that handlers of a node answer when so many bits are left; empty when none does. */
export function allowed(node: TreeNode, bits: number): readonly string[] {
  const verbs = [...node.leaves.values()].filter((leaf) => fits(leaf, bits)).map(({ verb }) => verb);
  return verbs.includes(ANY)
    ? [...new Set([...verbs, ...METHODS_OF_ANY])].filter((verb) => verb !== ANY)
    : verbs;
}

/** The bits of a path such as `/pages`; of no path none. */
export function bitsOf(path = ''): readonly string[] {
  return path.split('/').filter(Boolean);
}
