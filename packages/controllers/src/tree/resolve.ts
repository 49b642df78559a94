import { normalizeSegment } from '../naming/path-names.ts';
import { ANY } from '../naming/verbs.ts';
import { allowedMethods, canTake, type HandlerLeaf, type TreeNode } from './node.ts';

/** The handler that answers, and the segments that are its arguments. */
export interface ResolvedHandler {
  readonly leaf: HandlerLeaf;
  readonly positional: readonly string[];
  /** Of the path's variables, in their order. */
  readonly values: readonly string[];
}

export interface UnresolvedPath {
  readonly leaf?: undefined;
  /** The methods that are answered at that path; empty when none is. */
  readonly allow: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Walks the segments from left to right as far as the tree goes; a literal child is taken before a variable, and no step
 * is ever taken back. The node it ends at answers; when that is a module in which
 * nothing can take the segments that are left, the nearest module above that has a handler for them does, and gets all segments
 * from its own level on. A class that was named by a segment is never left again.
 */
export function resolveHandler(
  root: TreeNode,
  method: string,
  segments: readonly string[],
): ResolvedHandler | UnresolvedPath {
  const way = pathTo(root, segments);
  for (let depth = way.length - 1; depth >= 0; depth -= 1) {
    const node = way[depth];
    if (node === undefined) break;
    const left = segments.length - depth;
    const leaf = findLeaf(node, method, left);
    if (leaf !== undefined)
      return { leaf, positional: segments.slice(depth), values: variableValues(way, depth, segments) };
    const allow = allowedMethods(node, left);
    if (allow.length > 0) return { allow };
    if (!node.isModule || node.isNamedClass) break;
  }
  return { allow: [] };
}

/** The nodes from the root as far as the tree goes. */
export function pathTo(root: TreeNode, segments: readonly string[]): readonly TreeNode[] {
  const way = [root];
  let node = root;
  for (const segment of segments) {
    const child = node.children.get(matchSegment(node, segment)) ?? node.variable;
    if (child === undefined) break;
    way.push(child);
    node = child;
  }
  return way;
}

/** The name under which a segment is looked up: as it is written, where a path to mount at has such a name. */
function matchSegment({ children }: TreeNode, segment: string): string {
  return children.has(segment) ? segment : normalizeSegment(segment);
}

/** The segments with the names of modules and classes that they select; undefined when all are written so already. */
export function canonicalSegments(
  root: TreeNode,
  segments: readonly string[],
): readonly string[] | undefined {
  let names: string[] | undefined;
  let node: TreeNode | undefined = root;
  for (const [index, segment] of segments.entries()) {
    const name = matchSegment(node, segment);
    const child: TreeNode | undefined = node.children.get(name);
    if (name !== segment && child !== undefined) (names ??= [...segments])[index] = name;
    node = child ?? node.variable;
    if (node === undefined) break;
  }
  return names;
}

function variableValues(
  way: readonly TreeNode[],
  depth: number,
  segments: readonly string[],
): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index < depth; index += 1) {
    const segment = segments[index];
    if (segment !== undefined && way[index]?.variable === way[index + 1]) (values ??= []).push(segment);
  }
  return values ?? NONE;
}

/** HEAD and OPTIONS find only what is declared for them: the kernel answers them from GET and from `allow`. */
export function findLeaf(node: TreeNode, method: string, segments: number): HandlerLeaf | undefined {
  const verbs = method === 'HEAD' || method === 'OPTIONS' ? [method] : [method, ANY];
  for (const verb of verbs) {
    const leaf = node.leaves.get(verb);
    if (leaf !== undefined && canTake(leaf, segments)) return leaf;
  }
  return undefined;
}
