import { lookUpName } from '../naming/path-names.ts';
import { ANY } from '../naming/verbs.ts';
import { allowed, fits, type Leaf, type TreeNode } from './node.ts';

/** The handler that answers, and the bits that are its arguments. */
export interface Resolved {
  readonly leaf: Leaf;
  readonly positional: readonly string[];
  /** Of the path's variables, in their order. */
  readonly values: readonly string[];
}

export interface Unresolved {
  readonly leaf?: undefined;
  /** The methods that are answered at that path; empty when none is. */
  readonly allow: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Walks the bits from left to right as far as the tree goes; a literal child is taken before a variable, and no step
 * is ever taken back. The node it ends at answers; when that is a module in which
 * nothing can take the bits that are left, the nearest module above that has a handler for them does, and gets all bits
 * from its own level on. A class that was named by a bit is never left again.
 */
export function resolve(root: TreeNode, method: string, bits: readonly string[]): Resolved | Unresolved {
  const way = wayOf(root, bits);
  for (let depth = way.length - 1; depth >= 0; depth -= 1) {
    const node = way[depth];
    if (node === undefined) break;
    const left = bits.length - depth;
    const leaf = leafFor(node, method, left);
    if (leaf !== undefined)
      return { leaf, positional: bits.slice(depth), values: valuesOn(way, depth, bits) };
    const allow = allowed(node, left);
    if (allow.length > 0) return { allow };
    if (!node.isModule || node.isNamedClass) break;
  }
  return { allow: [] };
}

/** The nodes from the root as far as the tree goes. */
export function wayOf(root: TreeNode, bits: readonly string[]): readonly TreeNode[] {
  const way = [root];
  let node = root;
  for (const bit of bits) {
    const child = node.children.get(nameIn(node, bit)) ?? node.variable;
    if (child === undefined) break;
    way.push(child);
    node = child;
  }
  return way;
}

/** The name under which a bit is looked up: as it is written, where a path to mount at has such a name. */
function nameIn({ children }: TreeNode, bit: string): string {
  return children.has(bit) ? bit : lookUpName(bit);
}

/** The bits with the names of modules and classes that they select; undefined when all are written so already. */
export function canonical(root: TreeNode, bits: readonly string[]): readonly string[] | undefined {
  let names: string[] | undefined;
  let node: TreeNode | undefined = root;
  for (const [index, bit] of bits.entries()) {
    const name = nameIn(node, bit);
    const child: TreeNode | undefined = node.children.get(name);
    if (name !== bit && child !== undefined) (names ??= [...bits])[index] = name;
    node = child ?? node.variable;
    if (node === undefined) break;
  }
  return names;
}

function valuesOn(way: readonly TreeNode[], depth: number, bits: readonly string[]): readonly string[] {
  let values: string[] | undefined;
  for (let index = 0; index < depth; index += 1) {
    const bit = bits[index];
    if (bit !== undefined && way[index]?.variable === way[index + 1]) (values ??= []).push(bit);
  }
  return values ?? NONE;
}

/** HEAD and OPTIONS find only what is declared for them: the kernel answers them from GET and from `allow`. */
export function leafFor(node: TreeNode, method: string, bits: number): Leaf | undefined {
  const verbs = method === 'HEAD' || method === 'OPTIONS' ? [method] : [method, ANY];
  for (const verb of verbs) {
    const leaf = node.leaves.get(verb);
    if (leaf !== undefined && fits(leaf, bits)) return leaf;
  }
  return undefined;
}
