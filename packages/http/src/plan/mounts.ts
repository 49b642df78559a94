import type { Filter } from '../contract/filter.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import { recordPrefixLength } from '../address/mount-prefix.ts';
import { isCorsFilter } from '../policies/cors.ts';
import { joinPatterns, patternBelow, PrefixedMatcher } from '../routing/prefix.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import type { PlannedFilter } from './filters.ts';
import type { NotFoundHandler } from './resolve-error-handlers.ts';
import type { Registered } from './resolved.ts';

/** A router that another router mounts, and its position among the other router's registrations. */
export interface Mount {
  /** The pattern with which the paths of its routes begin. */
  readonly prefix: string;
  readonly registered: () => Registered;
  /** Number of routes that precede its routes. */
  readonly routesBefore: number;
  /** Number of mounted matchers that precede its matchers. */
  readonly matchersBefore: number;
}

/** The registrations of one router, combined with the registrations of the outer routers that apply to its routes. */
export interface RouterScope {
  /** The name of the router in the printed table. */
  readonly name: string;
  /** The pattern with which the paths of its routes begin; empty for the outermost router. */
  readonly prefix: string;
  /** Matches the prefix and all paths below it; undefined for the outermost router. */
  readonly below: Pattern | undefined;
  readonly registered: Registered;
  /** The filters of this router and of the outer routers. */
  readonly filters: readonly PlannedFilter[];
  /** The filters of this router. Each has a pattern under the prefix, unless this is the outermost router. */
  readonly own: readonly PlannedFilter[];
  /** Not-found handlers, one list per router, this router's first. */
  readonly notFound: readonly (readonly NotFoundHandler[])[];
  /** The routes of this router and of those that it mounts. */
  readonly routes: Set<Route>;
}

/** The routes and matchers of a router and of all routers that it mounts, in the order in which they are tried. */
export interface FlatRoutes {
  readonly routerScopes: readonly RouterScope[];
  readonly routes: readonly Route[];
  readonly matchers: readonly Matcher[];
  readonly scopeOf: ReadonlyMap<Route, RouterScope>;
}

/**
 * Lists the routes and matchers of a router and of the routers that it mounts, whose routes are copied with
 * the prefix of the router in front of their paths.
 */
export function flattenMounts(registered: Registered): FlatRoutes {
  const { filters } = registered;
  const root: RouterScope = {
    name: 'router',
    prefix: '',
    below: undefined,
    registered,
    filters,
    own: filters,
    notFound: [registered.notFound],
    routes: new Set(),
  };
  if (registered.mounts.length === 0)
    return {
      routerScopes: [root],
      routes: registered.routes,
      matchers: registered.mounted,
      scopeOf: NO_ROUTER_SCOPES,
    };
  const flat: MutableFlatRoutes = { routerScopes: [], routes: [], matchers: [], scopeOf: new Map() };
  flattenScope({ routerScope: root, outer: [] }, flat);
  return flat;
}

const NO_ROUTER_SCOPES: ReadonlyMap<Route, RouterScope> = new Map();

interface MutableFlatRoutes {
  readonly routerScopes: RouterScope[];
  readonly routes: Route[];
  readonly matchers: Matcher[];
  readonly scopeOf: Map<Route, RouterScope>;
}

interface Place {
  readonly routerScope: RouterScope;
  readonly outer: readonly RouterScope[];
}

function flattenScope(place: Place, flat: MutableFlatRoutes): void {
  const { routerScope } = place;
  const { routes, mounted, mounts } = routerScope.registered;
  flat.routerScopes.push(routerScope);
  const copy = copierFor(place, flat);
  const addRoutes = (start: number, end: number): void => {
    for (const route of routes.slice(start, end)) flat.routes.push(copy(route));
  };
  const addMatchers = (start: number, end: number): void => {
    for (const matcher of mounted.slice(start, end)) flat.matchers.push(prefixMatcher(matcher, place, copy));
  };
  let [route, matcher] = [0, 0];
  for (const mount of mounts) {
    addRoutes(route, mount.routesBefore);
    addMatchers(matcher, mount.matchersBefore);
    [route, matcher] = [mount.routesBefore, mount.matchersBefore];
    flattenScope(innerPlace(place, mount), flat);
  }
  addRoutes(route, routes.length);
  addMatchers(matcher, mounted.length);
}

function innerPlace({ routerScope, outer }: Place, mount: Mount): Place {
  const prefix = joinPatterns(routerScope.prefix, mount.prefix);
  const name = `router ${prefix}`;
  const registered = mount.registered();
  const below = patternBelow(prefix);
  const planned = (filter: PlannedFilter, pattern: string | undefined): PlannedFilter => ({
    ...filter,
    scope: name,
    outer: false,
    pattern,
  });
  const inner = registered.filters.map((filter) =>
    planned(filter, filter.pattern === undefined ? undefined : joinPatterns(prefix, filter.pattern)),
  );
  return {
    outer: [...outer, routerScope],
    routerScope: {
      name,
      prefix,
      below,
      registered,
      // A CORS policy for all paths is part of the routes' scopes: see `copierFor`.
      filters: [...routerScope.filters, ...inner.filter((filter) => !isWholePolicy(filter))],
      own: inner.map((filter) => ({ ...filter, pattern: filter.pattern ?? below.text })),
      notFound: [
        registered.notFound.map((handler) => prefixNotFound(handler, parsePattern(prefix))),
        ...routerScope.notFound,
      ],
      routes: new Set(),
    },
  };
}

function isWholePolicy({ filter, pattern }: PlannedFilter): boolean {
  return pattern === undefined && isCorsFilter(filter);
}

/** Creates a function that returns a copy of a route below the router's prefix, or the route itself for the outermost router, and records the router's scope. */
function copierFor({ routerScope, outer }: Place, { scopeOf }: MutableFlatRoutes): (route: Route) => Route {
  const scopes = [...outer, routerScope].flatMap((each) => corsScope(each));
  const prefixLength = parsePattern(routerScope.prefix).segments.length;
  return (route) => {
    const copy: Route =
      routerScope.below === undefined
        ? route
        : {
            ...route,
            path: joinPatterns(routerScope.prefix, route.path),
            scopes: [...scopes, ...prefixScopes(route.scopes ?? [], routerScope.prefix)],
          };
    if (copy !== route) recordPrefixLength(copy, prefixLength);
    scopeOf.set(copy, routerScope);
    for (const each of [...outer, routerScope]) each.routes.add(copy);
    return copy;
  };
}

/**
 * Returns a mounted router's CORS policy for all its paths as a scope, so that the policy also applies to errors under
 * the prefix.
 */
function corsScope({ name, prefix, below, registered }: RouterScope): NonNullable<Route['scopes']> {
  if (below === undefined) return [];
  const filters: Filter[] = registered.filters.filter(isWholePolicy).map(({ filter }) => filter);
  return filters.length === 0 ? [] : [{ name, path: prefix, filters }];
}

function prefixScopes(scopes: NonNullable<Route['scopes']>, prefix: string): NonNullable<Route['scopes']> {
  return scopes.map((scope) =>
    scope.path === undefined ? scope : { ...scope, path: joinPatterns(prefix, scope.path) },
  );
}

function prefixMatcher(matcher: Matcher, { routerScope }: Place, copy: (route: Route) => Route): Matcher {
  const copies = new Map(matcher.routes.map((route) => [route, copy(route)]));
  return routerScope.below === undefined
    ? matcher
    : new PrefixedMatcher(matcher, parsePattern(routerScope.prefix), copies);
}

/** Adds the prefix to the expression of a not-found handler, which must match the whole path. */
function prefixNotFound(handler: NotFoundHandler, { segments }: Pattern): NotFoundHandler {
  if (handler.pattern === undefined) return handler;
  const texts = segments.map((segment) =>
    segment.kind === 'literal' ? segment.text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`) : '[^/]+',
  );
  return { ...handler, pattern: `${texts.map((text) => `/${text}`).join('')}(?:${handler.pattern})` };
}
