import type { Route } from '../contract/route.ts';
import { matchPattern } from './match-pattern.ts';
import { Lookup, textOf, valuesOf, type Found } from './lookup.ts';
import {
  NO_MATCH,
  type ConsideredRoute,
  type Match,
  type Matcher,
  type NoMatch,
} from '../contract/matcher.ts';
import { parsePattern, type Pattern } from './pattern.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/** A route and its pattern. */
export interface PatternEntry {
  readonly route: Route;
  readonly pattern: Pattern;
}

/** Parses the path of a route. Throws `PatternProblem` if it is invalid. */
export function toEntry(route: Route): PatternEntry {
  return { route, pattern: parsePattern(route.path) };
}

/**
 * The specification of the table: returns the first entry, in order, whose method and pattern match. `PatternTable` is
 * the fast implementation, and `pattern-table.test.ts` compares the two.
 */
export function interpret(
  entries: readonly PatternEntry[],
  method: string,
  path: RequestPath,
): Match | NoMatch {
  for (const { route, pattern } of entriesForMethod(entries, method)) {
    const values = matchPattern(pattern, path);
    if (values !== undefined) return { route, values };
  }
  const fitting = entries.filter(({ pattern }) => matchPattern(pattern, path) !== undefined);
  const allow = new Set(fitting.map(({ route }) => route.method));
  return allow.size === 0 ? NO_MATCH : { allow: [...allow] };
}

/** Returns the entries for a method, in order. For HEAD, they are followed by those for GET. */
function entriesForMethod(entries: readonly PatternEntry[], method: string): readonly PatternEntry[] {
  const own = entries.filter(({ route }) => route.method === method || route.method === 'ANY');
  return method === 'HEAD' ? [...own, ...entries.filter(({ route }) => route.method === 'GET')] : own;
}

export class PatternTable implements Matcher {
  readonly name = 'routes';
  readonly entries: readonly PatternEntry[];
  readonly routes: readonly Route[];
  readonly #lookup: Lookup;
  readonly #methods: ReadonlySet<string>;
  #variables: ReadonlyMap<Route, readonly string[]> | undefined;

  /** Sorts the entries by ascending `order`. Entries with the same `order` retain their sequence. */
  constructor(unordered: readonly PatternEntry[]) {
    const entries = unordered.toSorted((a, b) => (a.route.order ?? 0) - (b.route.order ?? 0));
    this.entries = entries;
    this.routes = entries.map((entry) => entry.route);
    this.#methods = new Set(this.routes.map((route) => route.method));
    this.#lookup = new Lookup(entries);
  }

  match(method: string, path: RequestPath): Match | NoMatch {
    const text = textOf(path);
    const found = this.find(method, path, text);
    if (found === undefined) return this.#miss(path, text);
    return { route: found.entry.route, values: valuesOf(found, path), position: found.position };
  }

  /** Like {@link match}, but does not read the values, and returns undefined if no entry matches. */
  find(method: string, path: RequestPath, text: string = textOf(path)): Found | undefined {
    const found = this.#lookup.find(method, path, text);
    return found === undefined && method === 'HEAD' ? this.#lookup.find('GET', path, text) : found;
  }

  after(route: Route, method: string, path: RequestPath): Match | undefined {
    const entries = entriesForMethod(this.entries, method);
    const start = entries.findLastIndex((entry) => entry.route === route) + 1;
    if (start === 0) return undefined;
    for (const { route: later, pattern } of entries.slice(start)) {
      const values = matchPattern(pattern, path);
      if (values !== undefined) return { route: later, values };
    }
    return undefined;
  }

  consider(method: string, path: RequestPath): readonly ConsideredRoute[] {
    const fitting = this.entries.filter(({ pattern }) => matchPattern(pattern, path) !== undefined);
    const found = this.match(method, path);
    const chosen = found.route ?? (method === 'HEAD' ? this.match('GET', path).route : undefined);
    const why = (route: Route): string => {
      if (route === chosen) return 'is the first match';
      const fits = [method, 'ANY', method === 'HEAD' ? 'GET' : method].includes(route.method);
      return fits ? 'comes after the match' : `answers ${route.method}`;
    };
    return fitting.map(({ route }) => ({ route, why: why(route) }));
  }

  variables(route: Route): readonly string[] {
    this.#variables ??= new Map(this.entries.map((entry) => [entry.route, entry.pattern.names]));
    return this.#variables.get(route) ?? [];
  }

  #miss(path: RequestPath, text: string): NoMatch {
    // No entry for ANY matches the path, because it would already have been found.
    const allow = [...this.#methods].filter(
      (method) => this.find(method, path, text)?.entry.route.method === method,
    );
    return allow.length === 0 ? NO_MATCH : { allow };
  }
}
