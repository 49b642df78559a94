import {
  NO_MATCH,
  type ConsideredRoute,
  type Match,
  type Matcher,
  type NoMatch,
} from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import type { RequestPath } from '../protocol/request-path.ts';
import { matchPattern } from './match-pattern.ts';
import { parsePattern, type Pattern } from './pattern.ts';

/** Returns the pattern of a path under a prefix. For `/admin` and `/users`, it is `/admin/users`. */
export function joinPatterns(prefix: string, path: string): string {
  const start = prefix.replace(/\/+$/, '');
  const end = path.startsWith('/') || path === '' ? path : `/${path}`;
  return end === '/' && start !== '' ? start : `${start}${end}`;
}

/** Returns the pattern that matches a prefix and all paths below it. */
export function patternBelow(prefix: string): Pattern {
  return parsePattern(joinPatterns(prefix, '/{rest:.*}').replaceAll('{rest:', `{${unusedName(prefix)}:`));
}

/** Returns a variable name that the prefix does not contain. */
function unusedName(prefix: string): string {
  let name = 'rest';
  while (prefix.includes(name)) name += '_';
  return name;
}

/** A matcher whose routes are under a prefix. */
export class PrefixedMatcher implements Matcher {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly #inner: Matcher;
  readonly #prefix: Pattern;
  readonly #outerRoutes: ReadonlyMap<Route, Route>;
  readonly #innerRoutes: ReadonlyMap<Route, Route>;

  /** `outerRoutes` maps each route of `inner` to its copy under the prefix. */
  constructor(inner: Matcher, prefix: Pattern, outerRoutes: ReadonlyMap<Route, Route>) {
    this.name = inner.name;
    this.routes = inner.routes.map((route) => outerRoutes.get(route)!);
    this.#inner = inner;
    this.#prefix = prefix;
    this.#outerRoutes = outerRoutes;
    this.#innerRoutes = new Map([...outerRoutes].map(([route, copy]) => [copy, route]));
  }

  match(method: string, path: RequestPath, upgrades?: boolean): Match | NoMatch {
    const below = this.#below(path);
    if (below === undefined) return NO_MATCH;
    const found = this.#inner.match(method, below.path, upgrades);
    return found.route === undefined ? found : this.#toOuter(found as Match, below.values);
  }

  after(route: Route, method: string, path: RequestPath): Match | undefined {
    const below = this.#below(path);
    const found = below && this.#inner.after?.(this.#innerRoutes.get(route)!, method, below.path);
    return found && this.#toOuter(found, below!.values);
  }

  canonical(path: RequestPath): readonly string[] | undefined {
    const below = this.#below(path);
    const found = below && this.#inner.canonical?.(below.path);
    return found && [...path.segments.slice(0, this.#prefix.segments.length), ...found];
  }

  consider(method: string, path: RequestPath): readonly ConsideredRoute[] {
    const below = this.#below(path);
    const considered = (below && this.#inner.consider?.(method, below.path)) ?? [];
    return considered.map(({ route, why }) => ({ route: this.#outerRoutes.get(route)!, why }));
  }

  variables(route: Route): readonly string[] {
    return [...this.#prefix.names, ...this.#inner.variables(this.#innerRoutes.get(route)!)];
  }

  #toOuter({ route, values, positional }: Match, prefixValues: readonly string[]): Match {
    return {
      route: this.#outerRoutes.get(route)!,
      values: [...prefixValues, ...values],
      ...(positional && { positional }),
    };
  }

  /** Returns the part of the path after the prefix, and the values of the variables in the prefix. */
  #below(path: RequestPath): { readonly path: RequestPath; readonly values: readonly string[] } | undefined {
    const { length } = this.#prefix.segments;
    if (path.segments.length < length) return undefined;
    const first = path.segments.slice(0, length);
    const values = matchPattern(this.#prefix, { segments: first, parts: first });
    return values && { path: pathBelow(path, length), values };
  }
}

/** Removes the first `count` segments from a path, but not from the `raw` form of a path that is not plain. */
function pathBelow(path: RequestPath, count: number): RequestPath {
  const segments = path.segments.slice(count);
  let start = 0;
  for (let remaining = count; remaining > 0; start += 1) if (path.parts[start] !== '') remaining -= 1;
  const parts = path.parts.slice(start);
  return {
    raw: path.plain ? `/${segments.join('/')}` : path.raw,
    plain: path.plain,
    segments,
    parts: parts.length === 0 ? [''] : parts,
    matrix: path.matrix,
  };
}
