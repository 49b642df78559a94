import type { DefaultLimits } from '../contract/limits.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import type { AccessRules } from '../contract/scope.ts';
import { ROUTE, scopedLevels, type Scoped } from '../contract/scoped.ts';
import { reportUnreachableReaders } from '../binding/readers/unreachable-readers.ts';
import { bindingsResolver } from '../binding/resolve-bindings.ts';
import { checkAccess, reportProviders, accessResolver } from '../policies/access.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { lintExpressions } from '../routing/lint-expressions.ts';
import { checkForeignSyntax } from '../routing/foreign-syntax.ts';
import { lintRoutes } from '../routing/lint-routes.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import { PatternTable, type PatternEntry } from '../routing/pattern-table.ts';
import { canonicalsOf } from '../routing/spellings.ts';
import { groupVariants } from '../routing/variant-groups.ts';
import { sortWriters, writerPlanner } from '../writing/resolve-writers.ts';
import { reportShadowedWriters } from '../writing/shadowed-writers.ts';
import { checkBlocking } from './blocking-findings.ts';
import { reportCors } from './cors-findings.ts';
import { reportCrossSite } from './csrf-findings.ts';
import { reportIdleFilters } from './filter-findings.ts';
import { checkEvents } from './event-findings.ts';
import { resolveFilters, resolveGlobalFilters } from './filters.ts';
import { flattenMounts, type RouterScope } from './mounts.ts';
import { limitPlanner, resolveGlobalLimits } from './limits.ts';
import { resolveMedia } from './media.ts';
import { resolveGlobalHandlers, resolveHandlers } from './resolve-error-handlers.ts';
import type { Registered, Resolved } from './resolved.ts';
import type { BasePlan, RoutePlan } from './route-plan.ts';
import { checkRequiredRule, findFilter, isGuard } from './access-findings.ts';
import { checkRoute } from './check-route.ts';

type Report = (finding: Finding) => void;

/** Resolves the plan of each route and reports problems. */
export function resolve(
  defaults: DefaultLimits,
  registered: Registered,
  report: Report,
): Omit<Resolved, 'diagnostics'> {
  const { routerScopes, routes, matchers: mounted, scopeOf } = flattenMounts(registered);
  const [root, ...inner] = routerScopes;
  const table = new PatternTable(entriesOf(routes, report));
  const matchers: readonly Matcher[] = [table, ...mounted];
  const reportOnce = withoutRepeats(report);
  const resolvers = new Map(
    routerScopes.map((routerScope) => [routerScope, routeResolver(defaults, routerScope, reportOnce)]),
  );
  const groups = groupVariants(table.entries);
  const variants = variantsByRoute(groups);
  const plans = new Map<Route, RoutePlan>();
  const resolveOne = (route: Route, variables: readonly string[]): void => {
    if (plans.has(route)) return;
    checkRoute(route, report);
    const routerScope = scopeOf.get(route) ?? root!;
    const { access, plan: resolvePlan } = resolvers.get(routerScope)!;
    const plan = resolvePlan(route, variables, variants.get(route));
    checkAccess(route, access, plan.access, () => findFilter(plan, isGuard) !== undefined, report);
    checkRequiredRule(plan, report);
    checkEvents(plan, report);
    checkBlocking(plan, report);
    plans.set(route, plan);
  };
  // Not a loop: V8 would optimize it while it runs, which takes longer than resolving thousands of routes.
  table.entries.forEach(({ route, pattern }) => resolveOne(route, pattern.names));
  for (const matcher of mounted) {
    for (const route of matcher.routes) resolveOne(route, matcher.variables(route));
  }
  reportProviders(
    [...plans.values()].map(({ access: resolved }) => resolved),
    report,
  );
  for (const routerScope of routerScopes)
    reportIdleFilters(
      routerScope.own,
      routerScope === root ? [...plans.keys()] : [...routerScope.routes],
      plans,
      report,
    );
  reportCrossSite(plans.values(), report);
  // The plans of routes without their own policy share one list.
  const policies = new Set([...plans.values()].map(({ cors }) => cors));
  const allFilters = routerScopes.flatMap(({ own }) => own);
  reportCors([...allFilters, ...[...policies].flat()], report);
  for (const finding of [...lintRoutes(table, groups), ...lintExpressions(table.entries, allFilters)])
    report(finding);
  return {
    matchers,
    table,
    plans,
    unmatched: resolvers.get(root!)!.unmatched,
    unmatchedBelow: inner
      .map((routerScope) => ({ pattern: routerScope.below!, plan: resolvers.get(routerScope)!.unmatched }))
      .toSorted((one, other) => other.pattern.segments.length - one.pattern.segments.length),
    mountedRegistries: new Map(
      inner.length === 0
        ? []
        : [...scopeOf].map(
            ([
              route,
              {
                registered: { registries },
              },
            ]) => [route, registries],
          ),
    ),
    canonicals: canonicalsOf(matchers),
  };
}

/**
 * Returns a function that reports each problem only once, even if several routers share the registrations that cause
 * it.
 */
function withoutRepeats(report: Report): Report {
  const reported = new Set<string>();
  return (finding) => {
    const key = `${finding.rule} ${finding.message}`;
    if (reported.has(key)) return;
    reported.add(key);
    report(finding);
  };
}

interface RouteResolver {
  readonly unmatched: BasePlan;
  /** The access rules for all routes. */
  readonly access: AccessRules;
  readonly plan: (
    route: Route,
    variables: readonly string[],
    variants: readonly Route[] | undefined,
  ) => RoutePlan;
}

/** Creates the resolver for the routes of one router. The settings that all routes share are resolved only once. */
function routeResolver(
  defaults: DefaultLimits,
  { registered: { registries }, filters, notFound }: RouterScope,
  report: Report,
): RouteResolver {
  reportUnreachableReaders(registries.readers.levels(), report);
  for (const level of registries.writers.levels()) reportShadowedWriters(level, report);
  const planWriters = writerPlanner(sortWriters(scopedLevels(registries.writers)));
  const globalFilters = resolveGlobalFilters(filters);
  const globalHandlers = resolveGlobalHandlers(scopedLevels(registries.handlers), notFound, report);
  const globalLimits = resolveGlobalLimits(defaults, filters);
  const planLimits = limitPlanner(globalLimits);
  const { access } = registries;
  const resolveAccess = accessResolver(access);
  const resolveBindings = bindingsResolver(registries);
  return {
    unmatched: { ...globalFilters, ...globalHandlers, limits: globalLimits, writers: planWriters(undefined) },
    access,
    plan: (route, variables, variants) => {
      const resolved = resolveBindings(route, variables);
      const { bindings, body, bodyHandler, validator } = resolved;
      const { cors, filters: ownFilters } = resolveFilters(globalFilters, route);
      const { handlers, notFound: notFoundRules } = resolveHandlers(route, globalHandlers, report);
      // The members are written out, because spreading objects costs several times as much.
      return {
        route,
        variables,
        bindings,
        body,
        bodyHandler,
        validator,
        cors,
        filters: ownFilters,
        handlers,
        notFound: notFoundRules,
        limits: planLimits(resolved),
        access: resolveAccess(route.scopes ?? NOTHING),
        media: resolveMedia(route),
        writers: planWriters(route),
        headers: resolveHeaders(route),
        events: resolveEvents(route),
        variants,
      };
    },
  };
}

const NOTHING: readonly never[] = [];

/** Resolves the static headers of a route. A narrower scope replaces a header with the same name. */
function resolveHeaders({ scopes = [] }: Route): RoutePlan['headers'] {
  if (scopes.every(({ headers }) => headers === undefined)) return NOTHING;
  const byName = new Map<string, Scoped<readonly [string, string]>[]>();
  for (const { headers = [], name: scope = ROUTE } of scopes) {
    const own = Map.groupBy(headers, ([name]) => name.toLowerCase());
    for (const [name, pairs] of own)
      byName.set(
        name,
        pairs.map((value) => ({ value, scope })),
      );
  }
  return [...byName.values()].flat();
}

function resolveEvents({ scopes = [] }: Route): RoutePlan['events'] {
  if (scopes.every(({ events }) => events === undefined)) return NOTHING;
  return scopes.flatMap(({ events = [], name: scope = ROUTE }) => events.map((value) => ({ value, scope })));
}

/** Maps each route to all routes with its method and pattern, unless it is the only one. */
function variantsByRoute(groups: ReturnType<typeof groupVariants>): ReadonlyMap<Route, readonly Route[]> {
  const variants = new Map<Route, readonly Route[]>();
  for (const group of groups) {
    // The same route may have been added several times.
    const routes = [...new Set(group.map(({ route }) => route))];
    if (routes.length > 1) for (const route of routes) variants.set(route, routes);
  }
  return variants;
}

/** Parses the paths and reports invalid ones. Routes with the same path share its pattern. */
function entriesOf(routes: readonly Route[], report: Report): PatternEntry[] {
  const patterns = new Map<string, Pattern>();
  const patternOf = (path: string): Pattern => {
    let pattern = patterns.get(path);
    if (pattern === undefined) patterns.set(path, (pattern = parsePattern(path)));
    return pattern;
  };
  const entries: PatternEntry[] = [];
  routes.forEach((route) => {
    try {
      const pattern = patternOf(route.path);
      checkForeignSyntax(() => routeName(route), pattern.text, route.origin).forEach(report);
      entries.push({ route, pattern });
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      report({
        rule: 'path-pattern',
        message: `${routeName(route)}: ${error.message} (at character ${error.index + 1} of the path)`,
        origin: route.origin,
        hint: error.hint,
      });
    }
  });
  return entries;
}
