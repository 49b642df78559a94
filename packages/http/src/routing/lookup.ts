import { matchPattern } from './match-pattern.ts';
import type { Match } from '../contract/matcher.ts';
import type { PatternEntry } from './pattern-table.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/** A node in a tree of segments, which limits the patterns that a path is compared with. */
interface Node {
  /** The lowest position in this branch, by which branches that cannot contain the first match are skipped. */
  readonly first: number;
  readonly literals: Map<string, Node>;
  /** The node below a segment that contains a variable. */
  other: Node | undefined;
  /** Patterns that end at this node, in order. `tails`: patterns whose rest may span segments. */
  readonly ends: IndexedEntry[];
  readonly tails: IndexedEntry[];
}

interface IndexedEntry {
  readonly entry: PatternEntry;
  readonly position: number;
  /**
   * The indexes of the segments that are values, if the branch checks all other segments; undefined if `matchPattern`
   * is needed.
   */
  readonly picks: readonly number[] | undefined;
}

interface IndexedMatch extends Match {
  readonly position: number;
}

/** The entries for one method, in matching order. */
export class Lookup {
  readonly #entries: readonly PatternEntry[];
  readonly #root: Node = createNode(0);
  /** The matches of static paths that need no parsing. */
  readonly #exact = new Map<string, Match>();

  constructor(entries: readonly PatternEntry[]) {
    this.#entries = entries;
    for (const [position, entry] of entries.entries())
      insertEntry(this.#root, { entry, position, picks: variableIndexes(entry) });
    for (const { pattern } of entries) {
      const { literal } = pattern;
      if (literal === undefined || this.#exact.has(literal)) continue;
      const segments = literal === '/' ? [] : literal.slice(1).split('/');
      // Searches the tree, because an earlier pattern with variables may match first.
      this.#exact.set(literal, search(this.#root, { segments, parts: segments }, 0, Infinity)!);
    }
  }

  /** Finds the first match. */
  find(path: RequestPath): Match | undefined {
    if (path.plain) {
      const exact = this.#exact.get(path.raw);
      if (exact !== undefined) return exact;
    }
    return search(this.#root, path, 0, Infinity);
  }

  /** Finds the first match after a route. */
  findAfter(route: PatternEntry['route'], path: RequestPath): Match | undefined {
    const start = this.#entries.findLastIndex((entry) => entry.route === route) + 1;
    if (start === 0) return undefined;
    for (const { route: later, pattern } of this.#entries.slice(start)) {
      const values = matchPattern(pattern, path);
      if (values !== undefined) return { route: later, values };
    }
    return undefined;
  }
}

function createNode(first: number): Node {
  return { first, literals: new Map(), other: undefined, ends: [], tails: [] };
}

function insertEntry(root: Node, indexed: IndexedEntry): void {
  const { segments, tail } = indexed.entry.pattern;
  let node = root;
  for (const segment of segments) {
    if (segment.kind === 'literal') {
      let next = node.literals.get(segment.text);
      if (next === undefined) node.literals.set(segment.text, (next = createNode(indexed.position)));
      node = next;
    } else {
      node = node.other ??= createNode(indexed.position);
    }
  }
  (tail === undefined ? node.ends : node.tails).push(indexed);
}

function variableIndexes({ pattern: { segments, tail } }: PatternEntry): readonly number[] | undefined {
  if (tail !== undefined || segments.some(({ kind }) => kind === 'regex')) return undefined;
  return segments.flatMap(({ kind }, index) => (kind === 'variable' ? [index] : []));
}

/** Finds the match with the lowest position below `limit`. */
function search(
  node: Node,
  path: Pick<RequestPath, 'segments' | 'parts'>,
  depth: number,
  limit: number,
): IndexedMatch | undefined {
  let found: IndexedMatch | undefined;
  let bound = limit;
  const segment = path.segments[depth];
  if (segment === undefined) {
    found = firstMatch(node.ends, path, bound);
  } else {
    const next = node.literals.get(segment);
    if (next !== undefined && next.first < bound) found = search(next, path, depth + 1, bound);
    if (found !== undefined) bound = found.position;
    const { other } = node;
    if (other !== undefined && other.first < bound) found = search(other, path, depth + 1, bound) ?? found;
  }
  if (node.tails.length === 0) return found;
  return firstMatch(node.tails, path, found?.position ?? bound) ?? found;
}

function firstMatch(
  list: readonly IndexedEntry[],
  path: Pick<RequestPath, 'segments' | 'parts'>,
  limit: number,
): IndexedMatch | undefined {
  for (const { entry, position, picks } of list) {
    if (position >= limit) return undefined;
    const values = picks === undefined ? matchPattern(entry.pattern, path) : pickValues(path.segments, picks);
    if (values !== undefined) return { route: entry.route, values, position };
  }
  return undefined;
}

function pickValues(segments: readonly string[], picks: readonly number[]): string[] {
  if (picks.length === 1) return [segments[picks[0]!]!];
  return picks.map((index) => segments[index]!);
}
