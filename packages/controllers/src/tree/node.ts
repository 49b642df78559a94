import type { Route } from '@writ/http';
import { METHODS_OF_ANY } from '@writ/http/kernel';
import { ANY, SOCKET } from '../naming/verbs.ts';
import { variableName } from '../naming/variable.ts';

/** A handler in the tree. */
export interface HandlerLeaf {
  readonly verb: string;
  /** Maximum number of path segments that the handler accepts below its node's path. */
  readonly capacity: number;
  /** Names of the path's variables, from left to right. */
  readonly variables: readonly string[];
  readonly route: Route;
}

/**
 * A node of the resolution tree: a module or folder, the class of the same name in the parent module, or both. The
 * handlers of a module's `Default` belong to the module's node.
 */
export interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** The child for segments that match no other child; the segment is then the value of its variable. */
  variable?: TreeNode;
  /** Handlers by verb. */
  readonly leaves: Map<string, HandlerLeaf>;
  /** Handlers of a catch-all module by verb, which are tried after the leaves. */
  catchAlls?: Map<string, HandlerLeaf>;
  /** If the segment is an alias, the name that it replaces. */
  aliasOf?: string;
  /** The class that declares the alias. */
  aliasOwner?: object;
  isModule: boolean;
  /** Whether the node belongs to a class other than `Default`. */
  isNamedClass: boolean;
}

export function createNode(): TreeNode {
  return { children: new Map(), leaves: new Map(), isModule: false, isNamedClass: false };
}

/** Returns the node at `segments` below `root` and creates missing nodes; calls `onWay` for each node on the path. */
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

/** Returns the handlers of a node in the order in which they are tried. */
export function leavesOf({ leaves, catchAlls }: TreeNode): readonly HandlerLeaf[] {
  return catchAlls === undefined ? [...leaves.values()] : [...leaves.values(), ...catchAlls.values()];
}

/** Whether a handler accepts this number of segments. Conversion is only attempted when the segments are bound. */
export function canTake(leaf: HandlerLeaf, segments: number): boolean {
  return segments <= leaf.capacity;
}

/** Returns the methods that a node's handlers answer if this number of segments remains; may be empty. */
export function allowedMethods(node: TreeNode, segments: number): readonly string[] {
  const fitting = leavesOf(node).filter((leaf) => canTake(leaf, segments));
  const verbs = [...new Set(fitting.map(({ verb }) => (verb === SOCKET ? 'GET' : verb)))];
  return verbs.includes(ANY)
    ? [...new Set([...verbs, ...METHODS_OF_ANY])].filter((verb) => verb !== ANY)
    : verbs;
}

/** Splits a path such as `/pages` into segments. */
export function splitPath(path = ''): readonly string[] {
  return path.split('/').filter(Boolean);
}
