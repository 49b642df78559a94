import { matchPattern } from './match-pattern.ts';
import type { Match } from '../contract/matcher.ts';
import type { PatternEntry } from './pattern-table.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/** A tree by segments, so that a path is compared with few patterns. */
interface Node {
  /** The lowest position in this branch: a branch that cannot win is not entered. */
  readonly first: number;
  readonly literals: Map<string, Node>;
  /** Below a segment with a variable. */
  other: Node | undefined;
  /** Patterns that end here, and those whose rest may span segments, in order. */
  readonly ends: IndexedEntry[];
  readonly tails: IndexedEntry[];
}

interface IndexedEntry {
  readonly entry: PatternEntry;
  readonly place: number;
  /**
   * The indexes of the segments that are values if the branch has checked all others; undefined if `matchPattern` must.
   */
  readonly picks: readonly number[] | undefined;
}

interface IndexedMatch extends Match {
  readonly place: number;
}

/** The entries for one method, in matching order. */
export class Lookup {
  readonly #entries: readonly PatternEntry[];
  readonly #root: Node = createNode(0);
  /** The matches of static paths that need no parsing. */
  readonly #exact = new Map<string, Match>();

  constructor(entries: readonly PatternEntry[]) {
    this.#entries = entries;
    for (const [place, entry] of entries.entries())
      insertEntry(this.#root, { entry, place, picks: variableIndexes(entry) });
    for (const { pattern } of entries) {
      const { literal } = pattern;
      if (literal === undefined || this.#exact.has(literal)) continue;
      const segments = literal === '/' ? [] : literal.slice(1).split('/');
      // An earlier pattern with variables may win, so the tree is searched.
      this.#exact.set(literal, search(this.#root, { segments, parts: segments }, 0, Infinity)!);
    }
  }

  /** The first match. */
  find(path: RequestPath): Match | undefined {
    if (path.plain) {
      const exact = this.#exact.get(path.raw);
      if (exact !== undefined) return exact;
    }
    return search(this.#root, path, 0, Infinity);
  }

  /** The first match after that route. */
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

function insertEntry(root: Node, placed: IndexedEntry): void {
  const { segments, tail } = placed.entry.pattern;
  let node = root;
  for (const segment of segments) {
    if (segment.kind === 'literal') {
      let next = node.literals.get(segment.text);
      if (next === undefined) node.literals.set(segment.text, (next = createNode(placed.place)));
      node = next;
    } else {
      node = node.other ??= createNode(placed.place);
    }
  }
  (tail === undefined ? node.ends : node.tails).push(placed);
}

function variableIndexes({ pattern: { segments, tail } }: PatternEntry): readonly number[] | undefined {
  if (tail !== undefined || segments.some(({ kind }) => kind === 'regex')) return undefined;
  return segments.flatMap(({ kind }, index) => (kind === 'variable' ? [index] : []));
}

/** The match with the lowest position below `limit`. */
function search(
  node: Node,
  path: Pick<RequestPath, 'segments' | 'parts'>,
  depth: number,
  limit: number,
): IndexedMatch | undefined {
  let found: IndexedMatch | undefined;
  let below = limit;
  const segment = path.segments[depth];
  if (segment === undefined) {
    found = firstMatch(node.ends, path, below);
  } else {
    const next = node.literals.get(segment);
    if (next !== undefined && next.first < below) found = search(next, path, depth + 1, below);
    if (found !== undefined) below = found.place;
    const { other } = node;
    if (other !== undefined && other.first < below) found = search(other, path, depth + 1, below) ?? found;
  }
  if (node.tails.length === 0) return found;
  return firstMatch(node.tails, path, found?.place ?? below) ?? found;
}

function firstMatch(
  list: readonly IndexedEntry[],
  path: Pick<RequestPath, 'segments' | 'parts'>,
  limit: number,
): IndexedMatch | undefined {
  for (const { entry, place, picks } of list) {
    if (place >= limit) return undefined;
    const values = picks === undefined ? matchPattern(entry.pattern, path) : pickValues(path.segments, picks);
    if (values !== undefined) return { route: entry.route, values, place };
  }
  return undefined;
}

function pickValues(segments: readonly string[], picks: readonly number[]): string[] {
  if (picks.length === 1) return [segments[picks[0]!]!];
  return picks.map((index) => segments[index]!);
}
