import { matchPattern } from './match-pattern.ts';
import type { Match } from '../contract/matcher.ts';
import type { Pattern } from './pattern.ts';
import type { PatternEntry } from './pattern-table.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/** A node in a tree of segments. The tree limits the number of patterns with which a path is compared. */
interface Node {
  /** The lowest position in this branch. It is used to skip branches that cannot contain the first match. */
  readonly first: number;
  /** The nodes below literal segments. Undefined if there are none, because empty maps use a lot of memory. */
  literals: Map<string, Node> | undefined;
  /** The node below a segment that contains a variable. */
  other: Node | undefined;
  /**
   * Patterns that end at this node, in order. `tails` contains the patterns with a tail that may span several segments.
   */
  ends: IndexedEntry[] | undefined;
  tails: IndexedEntry[] | undefined;
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

interface IndexedMatch extends Match {
  readonly position: number;
}

type Path = Pick<RequestPath, 'segments' | 'parts'>;

/** The entries for all methods, indexed by the segments of their paths. */
export class Lookup {
  readonly #root: Node = createNode(0);

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
   * Returns the first match among the routes for the method and the routes for any method; undefined if there is none.
   */
  find(method: string, path: Path): IndexedMatch | undefined {
    return search(this.#root, method, path, 0, Infinity);
  }
}

function createNode(first: number): Node {
  return { first, literals: undefined, other: undefined, ends: undefined, tails: undefined };
}

/** Returns the list for the entries with a pattern. `position` is the position of the first of them. */
function entriesAt(root: Node, { segments, tail }: Pattern, position: number): IndexedEntry[] {
  let node = root;
  for (const segment of segments) {
    if (segment.kind === 'literal') {
      const literals = (node.literals ??= new Map());
      let next = literals.get(segment.text);
      if (next === undefined) literals.set(segment.text, (next = createNode(position)));
      node = next;
    } else {
      node = node.other ??= createNode(position);
    }
  }
  return tail === undefined ? (node.ends ??= []) : (node.tails ??= []);
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

/** Returns the match with the lowest position below `limit`; undefined if there is none. */
function search(
  node: Node,
  method: string,
  path: Path,
  depth: number,
  limit: number,
): IndexedMatch | undefined {
  let found: IndexedMatch | undefined;
  let bound = limit;
  const segment = path.segments[depth];
  if (segment === undefined) {
    if (node.ends !== undefined) found = firstMatch(node.ends, method, path, bound);
  } else {
    const next = node.literals?.get(segment);
    if (next !== undefined && next.first < bound) found = search(next, method, path, depth + 1, bound);
    if (found !== undefined) bound = found.position;
    const { other } = node;
    if (other !== undefined && other.first < bound)
      found = search(other, method, path, depth + 1, bound) ?? found;
  }
  if (node.tails === undefined) return found;
  return firstMatch(node.tails, method, path, found?.position ?? bound) ?? found;
}

function firstMatch(
  list: readonly IndexedEntry[],
  method: string,
  path: Path,
  limit: number,
): IndexedMatch | undefined {
  for (const { entry, position, picks } of list) {
    if (position >= limit) return undefined;
    const { route, pattern } = entry;
    if (route.method !== method && route.method !== 'ANY') continue;
    const values = picks === undefined ? matchPattern(pattern, path) : pickValues(path.segments, picks);
    if (values !== undefined) return { route, values, position };
  }
  return undefined;
}

function pickValues(segments: readonly string[], picks: readonly number[]): string[] {
  if (picks.length === 1) return [segments[picks[0]!]!];
  return picks.map((index) => segments[index]!);
}
