import { normalizeSegment } from '../naming/path-names.ts';
import { ANY, SOCKET } from '../naming/verbs.ts';
import { allowedMethods, canTake, type HandlerLeaf, type TreeNode } from './node.ts';

/** The handler for a request, and the segments that become its arguments. */
export interface ResolvedHandler {
  readonly leaf: HandlerLeaf;
  readonly positional: readonly string[];
  /** Values of the path's variables, in order. */
  readonly values: readonly string[];
}

export interface UnresolvedPath {
  readonly leaf?: undefined;
  /** Methods that handlers answer at the path; may be empty. */
  readonly allow: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Finds the handler for a request. Follows the segments from left to right until no node matches, without backtracking;
 * a literal child takes precedence over a variable. The last matching node handles the request. If it is a module
 * without a handler for the remaining segments, the nearest module above it that has one handles the request, and
 * receives all segments below its own path. Once a segment has selected a class, no node above it is considered.
 */
export function resolveHandler(
  root: TreeNode,
  method: string,
  segments: readonly string[],
  upgrades: boolean = false,
): ResolvedHandler | UnresolvedPath {
  const nodes = pathTo(root, segments);
  for (let depth = nodes.length - 1; depth >= 0; depth -= 1) {
    const node = nodes[depth];
    if (node === undefined) break;
    const remaining = segments.length - depth;
    const leaf = findLeaf(node, method, remaining, upgrades);
    if (leaf !== undefined)
      return { leaf, positional: segments.slice(depth), values: variableValues(nodes, depth, segments) };
    const allow = allowedMethods(node, remaining);
    if (allow.length > 0) return { allow };
    if (!node.isModule || node.isNamedClass) break;
  }
  return { allow: [] };
}

/** Returns the nodes that match the segments, starting at the root. */
export function pathTo(root: TreeNode, segments: readonly string[]): readonly TreeNode[] {
  const nodes = [root];
  let node = root;
  for (const segment of segments) {
    const child = node.children.get(matchSegment(node, segment)) ?? node.variable;
    if (child === undefined) break;
    nodes.push(child);
    node = child;
  }
  return nodes;
}

/**
 * Returns the name of the child that a segment selects. Tries the segment unchanged first, since a mount path may
 * contain any name.
 */
function matchSegment({ children }: TreeNode, segment: string): string {
  return children.has(segment) ? segment : normalizeSegment(segment);
}

/**
 * Replaces segments, including aliases, with the names of the modules and classes that they select; returns undefined
 * if nothing changes.
 */
export function canonicalSegments(
  root: TreeNode,
  segments: readonly string[],
): readonly string[] | undefined {
  let names: string[] | undefined;
  let node: TreeNode | undefined = root;
  for (const [index, segment] of segments.entries()) {
    const name = matchSegment(node, segment);
    const child: TreeNode | undefined = node.children.get(name);
    const canonical = child?.aliasOf ?? name;
    if (canonical !== segment && child !== undefined) (names ??= [...segments])[index] = canonical;
    node = child ?? node.variable;
    if (node === undefined) break;
  }
  return names;
}

function variableValues(
  nodes: readonly TreeNode[],
  depth: number,
  segments: readonly string[],
): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index < depth; index += 1) {
    const segment = segments[index];
    if (segment !== undefined && nodes[index]?.variable === nodes[index + 1]) (values ??= []).push(segment);
  }
  return values ?? NONE;
}

/**
 * Finds the handler of a method. `ANY` does not handle HEAD and OPTIONS, because the kernel answers HEAD with the
 * handler for GET, and OPTIONS with `allow`. `SOCKET` handles GET requests that ask for an upgrade of the connection,
 * and those that no other handler accepts: their response states the protocol that is required.
 */
export function findLeaf(
  node: TreeNode,
  method: string,
  segments: number,
  upgrades: boolean = false,
): HandlerLeaf | undefined {
  const found = findLeafIn(node.leaves, method, segments, upgrades);
  return found === undefined && node.catchAlls !== undefined
    ? findLeafIn(node.catchAlls, method, segments, upgrades)
    : found;
}

/** Finds the handler of a method among those of a class. */
export function findLeafIn(
  leaves: ReadonlyMap<string, HandlerLeaf>,
  method: string,
  segments: number,
  upgrades: boolean = false,
): HandlerLeaf | undefined {
  for (const verb of verbsFor(method, upgrades)) {
    const leaf = leaves.get(verb);
    if (leaf !== undefined && canTake(leaf, segments)) return leaf;
  }
  return undefined;
}

/** Returns the verbs of the handlers for a method, in the order in which they are tried. */
function verbsFor(method: string, upgrades: boolean): readonly string[] {
  if (method === 'HEAD' || method === 'OPTIONS') return [method];
  if (method !== 'GET') return [method, ANY];
  return upgrades ? [SOCKET, method, ANY] : [method, ANY, SOCKET];
}
