import { matchPattern } from './match-pattern.ts';
import type { Pattern } from './pattern.ts';
import type { PatternEntry } from './pattern-table.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/** A node in a tree of segments. The tree limits the number of patterns with which a path is compared. */
interface Node {
  /** The literal segment that leads to this node; empty for other nodes. */
  readonly text: string;
  /** The lowest position in this branch. It is used to skip branches that cannot contain the first match. */
  readonly first: number;
  /**
   * The nodes below literal segments: the first of a list that is linked by `sibling` or, if there are many, `index`. A
   * map for each node would use a lot of memory, and looking up one of a few segments in it takes longer.
   */
  child: Node | undefined;
  sibling: Node | undefined;
  index: ChildIndex | undefined;
  /** The node below a segment that contains a variable. */
  other: Node | undefined;
  /**
   * Patterns that end at this node, in order. `tails` contains the patterns with a tail that may span several segments.
   */
  ends: IndexedEntry[] | undefined;
  tails: IndexedEntry[] | undefined;
}

interface ChildIndex {
  readonly nodes: Map<string, Node>;
  /** The length of the longest segment, so that longer ones are not looked up. */
  longest: number;
}

interface IndexedEntry {
  readonly entry: PatternEntry;
  readonly position: number;
  /**
   * The indexes of the segments that are values, if the branch itself checks all other segments. Undefined if
   * `matchPattern` must check the path.
   */
  readonly picks: readonly number[] | undefined;
}

/** An entry that matches a path. */
export interface Found extends IndexedEntry {
  /** The values of the variables; undefined if `picks` determines them. */
  readonly values?: readonly string[];
}

/**
 * The separator of the segments of a path that needs parsing, in which slashes may belong to segments. A decoded segment
 * cannot contain it, because the first half of a pair is followed by the second one.
 */
const SEPARATOR = '\uD800/';

/** Maximum number of nodes in a list. */
const MAX_LISTED = 8;

/** The entries for all methods, indexed by the segments of their paths. */
export class Lookup {
  readonly #root: Node = createNode('', 0);

  /** @param entries in matching order */
  constructor(entries: readonly PatternEntry[]) {
    const known = new Map<string, readonly number[]>();
    let pattern: Pattern | undefined;
    let list: IndexedEntry[] = [];
    let picks: readonly number[] | undefined;
    entries.forEach((entry, position) => {
      // The methods of a path usually follow each other, and share its pattern.
      if (entry.pattern !== pattern) {
        ({ pattern } = entry);
        list = entriesAt(this.#root, pattern, position);
        picks = variableIndexes(pattern, known);
      }
      list.push({ entry, position, picks });
    });
  }

  /**
   * Returns the first matching entry among the routes for the method and the routes for any method; undefined if there is none.
   */
  find(method: string, path: RequestPath, text: string = textOf(path)): Found | undefined {
    // The root path has no segments.
    const start = text === '/' ? 2 : separatorOf(path).length;
    return search(this.#root, method, path, text, start, Infinity);
  }
}

/** Returns the segments of a path as one string, each after a separator, for {@link Lookup.find}. */
export function textOf(path: RequestPath): string {
  // The segments of a path that needs no parsing are split on first use.
  if (path.plain) return path.raw;
  const { segments } = path;
  return segments.length === 0 ? '/' : SEPARATOR + segments.join(SEPARATOR);
}

function separatorOf({ plain }: RequestPath): string {
  return plain ? '/' : SEPARATOR;
}

function createNode(text: string, first: number): Node {
  return {
    text,
    first,
    child: undefined,
    sibling: undefined,
    index: undefined,
    other: undefined,
    ends: undefined,
    tails: undefined,
  };
}

/** Returns the list for the entries with a pattern. `position` is the position of the first of them. */
function entriesAt(root: Node, { segments, tail }: Pattern, position: number): IndexedEntry[] {
  let node = root;
  for (const segment of segments) {
    node =
      segment.kind === 'literal'
        ? literalNode(node, segment.text, position)
        : (node.other ??= createNode('', position));
  }
  return tail === undefined ? (node.ends ??= []) : (node.tails ??= []);
}

/** Returns the node below a literal segment, and creates it if needed. */
function literalNode(parent: Node, text: string, position: number): Node {
  const found = childOf(parent, text, 0, text.length);
  if (found !== undefined) return found;
  const node = createNode(text, position);
  if (parent.index !== undefined) {
    addToIndex(parent.index, node);
    return node;
  }
  node.sibling = parent.child;
  parent.child = node;
  if (countSiblings(node) > MAX_LISTED) indexChildren(parent);
  return node;
}

function countSiblings(first: Node): number {
  let count = 0;
  for (let node: Node | undefined = first; node !== undefined; node = node.sibling) count += 1;
  return count;
}

/** Replaces the list of the nodes below literal segments by an index. */
function indexChildren(parent: Node): void {
  const index: ChildIndex = { nodes: new Map(), longest: 0 };
  for (let node = parent.child; node !== undefined; node = node.sibling) addToIndex(index, node);
  parent.index = index;
  parent.child = undefined;
}

function addToIndex(index: ChildIndex, node: Node): void {
  index.nodes.set(node.text, node);
  index.longest = Math.max(index.longest, node.text.length);
}

/** Returns the node below the literal segment `text.slice(start, end)`; undefined if there is none. */
function childOf(parent: Node, text: string, start: number, end: number): Node | undefined {
  const { index } = parent;
  if (index !== undefined)
    return end - start > index.longest ? undefined : index.nodes.get(text.slice(start, end));
  let node = parent.child;
  while (node !== undefined && !(node.text.length === end - start && text.startsWith(node.text, start)))
    node = node.sibling;
  return node;
}

/**
 * Returns the indexes of the segments that are variables; undefined if the pattern has a tail or a regular expression.
 * Patterns with variables at the same indexes share one list.
 */
function variableIndexes(
  { segments, tail }: Pattern,
  known: Map<string, readonly number[]>,
): readonly number[] | undefined {
  if (tail !== undefined || segments.some(({ kind }) => kind === 'regex')) return undefined;
  const indexes: number[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    if (segments[index]!.kind === 'variable') indexes.push(index);
  }
  const key = indexes.join();
  const same = known.get(key);
  if (same === undefined) known.set(key, indexes);
  return same ?? indexes;
}

/**
 * Returns the matching entry with the lowest position below `limit`; undefined if there is none.
 *
 * @param text the text of the path (see {@link textOf})
 * @param start the position in `text` at which the next segment starts, which is after the end if there is none
 */
function search(
  node: Node,
  method: string,
  path: RequestPath,
  text: string,
  start: number,
  limit: number,
): Found | undefined {
  let found: Found | undefined;
  let bound = limit;
  if (start > text.length) {
    if (node.ends !== undefined) found = firstMatch(node.ends, method, path, bound);
  } else {
    const separator = separatorOf(path);
    const index = text.indexOf(separator, start);
    const end = index === -1 ? text.length : index;
    const after = end + separator.length;
    const next = childOf(node, text, start, end);
    if (next !== undefined && next.first < bound) found = search(next, method, path, text, after, bound);
    if (found !== undefined) bound = found.position;
    const { other } = node;
    if (other !== undefined && other.first < bound)
      found = search(other, method, path, text, after, bound) ?? found;
  }
  if (node.tails === undefined) return found;
  return firstMatch(node.tails, method, path, found?.position ?? bound) ?? found;
}

function firstMatch(
  list: readonly IndexedEntry[],
  method: string,
  path: RequestPath,
  limit: number,
): Found | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const { entry, position, picks } = list[index]!;
    if (position >= limit) return undefined;
    const { route, pattern } = entry;
    if (route.method !== method && route.method !== 'ANY') continue;
    if (picks !== undefined) return list[index]!;
    const values = matchPattern(pattern, path);
    if (values !== undefined) return { entry, position, picks, values };
  }
  return undefined;
}

/** Returns the values of the variables of an entry that matches the path. */
export function valuesOf({ values, picks }: Found, path: RequestPath): readonly string[] {
  if (values !== undefined) return values;
  if (picks!.length === 0) return NO_VALUES;
  if (picks!.length === 1) return [segmentAt(path, picks![0]!)];
  const { segments } = path;
  return picks!.map((index) => segments[index]!);
}

/** Returns the segment with this index. Does not split a path that needs no parsing, unless the index is high. */
export function segmentAt(path: RequestPath, index: number): string {
  if (!path.plain || index > MAX_SKIPPED) return path.segments[index]!;
  const { raw } = path;
  let start = 1;
  for (let remaining = index; remaining > 0; remaining -= 1) start = raw.indexOf('/', start) + 1;
  const end = raw.indexOf('/', start);
  return end === -1 ? raw.slice(start) : raw.slice(start, end);
}

/** Maximum number of segments that are skipped for each value. */
const MAX_SKIPPED = 8;
const NO_VALUES: readonly string[] = [];
