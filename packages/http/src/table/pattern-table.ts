import type { Route } from '../route.ts';
import { fit } from './fit.ts';
import { NO_MATRIX } from './matrix.ts';
import { NOTHING_THERE, type Match, type Matcher, type Miss } from './matcher.ts';
import { parsePattern, type Pattern } from './pattern.ts';
import type { RequestPath } from './request-path.ts';

/** A route with its pattern, in the order in which it is asked. */
export interface Entry {
  readonly route: Route;
  readonly pattern: Pattern;
}

/** Throws `PatternProblem`. */
export function toEntry(route: Route): Entry {
  return { route, pattern: parsePattern(route.path) };
}

/**
 * What the table means: the first entry in order whose method and pattern fit. The table below is the fast way to the
 * same answer, and `pattern-table.test.ts` compares the two.
 */
export function interpret(entries: readonly Entry[], method: string, path: RequestPath): Match | Miss {
  const allow = new Set<string>();
  for (const { route, pattern } of entries) {
    const values = fit(pattern, path);
    if (values === undefined) continue;
    if (route.method === method || route.method === 'ANY') return { route, values };
    allow.add(route.method);
  }
  return allow.size === 0 ? NOTHING_THERE : { allow: [...allow] };
}

/** What one method may reach, ready for the look-up. */
interface Index {
  /** The answers for static paths that read as they stand. */
  readonly exact: Map<string, Match>;
  /** Those whose first segment is this literal, and those that fit any first segment, in order. */
  readonly byFirst: Map<string, readonly Entry[]>;
  /** Those that fit any first segment, or none. */
  readonly others: readonly Entry[];
}

export class PatternTable implements Matcher {
  readonly name = 'routes';
  readonly entries: readonly Entry[];
  readonly routes: readonly Route[];
  readonly #indexes = new Map<string, Index>();
  readonly #any: Index;
  readonly #variables: Map<Route, readonly string[]>;

  /** Lowest `order` first; ties keep the order they are given in. */
  constructor(unordered: readonly Entry[]) {
    const entries = unordered.toSorted((a, b) => (a.route.order ?? 0) - (b.route.order ?? 0));
    this.entries = entries;
    this.routes = entries.map((entry) => entry.route);
    this.#variables = new Map(entries.map(({ route, pattern }) => [route, pattern.names]));
    for (const method of new Set(this.routes.map((route) => route.method))) {
      this.#indexes.set(method, indexOf(entries, method));
    }
    this.#any = this.#indexes.get('ANY') ?? indexOf(entries, 'ANY');
  }

  match(method: string, path: RequestPath): Match | Miss {
    return find(this.#indexes.get(method) ?? this.#any, path) ?? this.#miss(path);
  }

  variables(route: Route): readonly string[] {
    return this.#variables.get(route) ?? [];
  }

  #miss(path: RequestPath): Miss {
    const allow: string[] = [];
    for (const [method, index] of this.#indexes) if (find(index, path) !== undefined) allow.push(method);
    return allow.length === 0 ? NOTHING_THERE : { allow };
  }
}

function find(index: Index, path: RequestPath): Match | undefined {
  if (path.plain) {
    const exact = index.exact.get(path.raw);
    if (exact !== undefined) return exact;
  }
  const first = path.segments[0];
  const candidates = (first !== undefined && index.byFirst.get(first)) || index.others;
  for (const { route, pattern } of candidates) {
    const values = fit(pattern, path);
    if (values !== undefined) return { route, values };
  }
  return undefined;
}

function indexOf(entries: readonly Entry[], method: string): Index {
  const byFirst = new Map<string, Entry[]>();
  const others: Entry[] = [];
  const statics: string[] = [];
  for (const entry of entries) {
    if (entry.route.method !== method && entry.route.method !== 'ANY') continue;
    const [first] = entry.pattern.segments;
    if (first?.kind === 'literal') {
      const list = byFirst.get(first.text);
      if (list === undefined) byFirst.set(first.text, [...others, entry]);
      else list.push(entry);
    } else {
      others.push(entry);
      for (const list of byFirst.values()) list.push(entry);
    }
    const path = literalPath(entry.pattern);
    if (path !== undefined) statics.push(path);
  }
  const index: Index = { exact: new Map(), byFirst, others };
  for (const path of statics) {
    const segments = path === '/' ? [] : path.slice(1).split('/');
    // An earlier pattern with variables may win; so the look-up itself says which one does.
    const winner = find(index, { raw: path, plain: false, segments, parts: segments, matrix: NO_MATRIX });
    if (winner !== undefined) index.exact.set(path, winner);
  }
  return index;
}

/** The path of a pattern without variables. */
export function literalPath({ segments, tail }: Pattern): string | undefined {
  if (tail !== undefined) return undefined;
  const texts = segments.map((segment) => (segment.kind === 'literal' ? segment.text : undefined));
  return texts.includes(undefined) ? undefined : `/${texts.join('/')}`;
}
