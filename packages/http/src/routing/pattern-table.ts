import type { Route } from '../contract/route.ts';
import { matchPattern } from './match-pattern.ts';
import { Lookup } from './lookup.ts';
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
 * Specifies the table: returns the first entry in order whose method and pattern match. `PatternTable` is the fast
 * implementation, and `pattern-table.test.ts` compares the two.
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

/** Returns the entries for a method, in order. HEAD falls back to GET routes. */
function entriesForMethod(entries: readonly PatternEntry[], method: string): readonly PatternEntry[] {
  const own = entries.filter(({ route }) => route.method === method || route.method === 'ANY');
  return method === 'HEAD' ? [...own, ...entries.filter(({ route }) => route.method === 'GET')] : own;
}

export class PatternTable implements Matcher {
  readonly name = 'routes';
  readonly entries: readonly PatternEntry[];
  readonly routes: readonly Route[];
  readonly #lookups = new Map<string, Lookup>();
  readonly #methods: readonly string[];
  /** The lookup for a method that no route declares. */
  readonly #any: Lookup;
  readonly #variables: Map<Route, readonly string[]>;

  /** Sorts entries by ascending `order`. Entries with equal order retain their sequence. */
  constructor(unordered: readonly PatternEntry[]) {
    const entries = unordered.toSorted((a, b) => (a.route.order ?? 0) - (b.route.order ?? 0));
    this.entries = entries;
    this.routes = entries.map((entry) => entry.route);
    this.#variables = new Map(entries.map(({ route, pattern }) => [route, pattern.names]));
    this.#methods = [...new Set(this.routes.map((route) => route.method))];
    for (const method of new Set([...this.#methods, 'HEAD', 'ANY'])) {
      this.#lookups.set(method, new Lookup(entriesForMethod(entries, method)));
    }
    this.#any = this.#lookups.get('ANY')!;
  }

  match(method: string, path: RequestPath): Match | NoMatch {
    return this.#of(method).find(path) ?? this.#miss(path);
  }

  after(route: Route, method: string, path: RequestPath): Match | undefined {
    return this.#of(method).findAfter(route, path);
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
    return this.#variables.get(route) ?? [];
  }

  #of(method: string): Lookup {
    return this.#lookups.get(method) ?? this.#any;
  }

  #miss(path: RequestPath): NoMatch {
    // No ANY entry matches the path, because it would have been found before. A method's lookup therefore finds only
    // its own entries, or GET entries for HEAD.
    const allow = this.#methods.filter((method) => this.#of(method).find(path)?.route.method === method);
    return allow.length === 0 ? NO_MATCH : { allow };
  }
}
