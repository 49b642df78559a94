import type { Route } from '@writ/http';
import { METHODS_OF_ANY } from '@writ/http/kernel';
import { ANY } from '../naming/verbs.ts';
import { variableName } from '../naming/variable.ts';

/** A handler at its place in the tree. */
export interface HandlerLeaf {
  readonly verb: string;
  /** How many path segments it takes at most. */
  readonly capacity: number;
  /** Of the path, from left to right. */
  readonly variables: readonly string[];
  readonly route: Route;
}

/**
 * A path segment's place: a module, the class of that name in the module above, or both, which are one node. The handlers
 * of a module's `Default` are the module's own.
 */
export interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** What stands where no child has the segment's name: the segment is the variable's value. */
  variable?: TreeNode;
  /** By verb. */
  readonly leaves: Map<string, HandlerLeaf>;
  isModule: boolean;
  /** Whether a class stands here that the path names. */
  isNamedClass: boolean;
}

export function createNode(): TreeNode {
  return { children: new Map(), leaves: new Map(), isModule: false, isNamedClass: false };
}

/** The node at `segments` below `root`, made when it is not there; `onWay` sees every node from the root to it. */
export function ensureNode(
  root: TreeNode,
  segments: readonly string[],
  onWay: (node: TreeNode) => void = () => {},
): TreeNode {
  let node = root;
  onWay(node);
  for (const segment of segments) {
    node = ensureChild(node, segment);
    onWay(node);
  }
  return node;
}

function ensureChild(node: TreeNode, segment: string): TreeNode {
  if (variableName(segment) !== undefined) return (node.variable ??= createNode());
  const known = node.children.get(segment);
  if (known !== undefined) return known;
  const child = createNode();
  node.children.set(segment, child);
  return child;
}

/** Whether a handler can take that many segments. Whether they convert is seen when they are bound. */
export function canTake(leaf: HandlerLeaf, segments: number): boolean {
  return segments <= leaf.capacity;
}

/** The methods that handlers of a node answer when so many segments are left; empty when none does. */
export function allowedMethods(node: TreeNode, segments: number): readonly string[] {
  const verbs = [...node.leaves.values()].filter((leaf) => canTake(leaf, segments)).map(({ verb }) => verb);
  return verbs.includes(ANY)
    ? [...new Set([...verbs, ...METHODS_OF_ANY])].filter((verb) => verb !== ANY)
    : verbs;
}

/** The segments of a path such as `/pages`; of no path none. */
export function splitPath(path = ''): readonly string[] {
  return path.split('/').filter(Boolean);
}
