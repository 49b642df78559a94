import type { DefaultLimits } from '../contract/limits.ts';
import type { Matcher } from '../contract/matcher.ts';
import type { Route } from '../contract/route.ts';
import { ROUTE, scopedLevels, type Scoped } from '../contract/scoped.ts';
import { reportUnreachableReaders } from '../binding/readers/unreachable-readers.ts';
import { resolveBindings } from '../binding/resolve-bindings.ts';
import { checkAccess, resolveAccess } from '../policies/access.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { lintExpressions } from '../routing/lint-expressions.ts';
import { checkForeignSyntax } from '../routing/foreign-syntax.ts';
import { lintRoutes } from '../routing/lint-routes.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { PatternTable, toEntry, type PatternEntry } from '../routing/pattern-table.ts';
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
import { limitPlanner, resolveGlobalLimits } from './limits.ts';
import { resolveMedia } from './media.ts';
import { resolveGlobalHandlers, resolveHandlers } from './resolve-error-handlers.ts';
import type { Registered, Resolved } from './resolved.ts';
import type { BasePlan, RoutePlan } from './route-plan.ts';
import { checkRoute } from './check-route.ts';

type Report = (finding: Finding) => void;

/** Resolves the plan of each route and reports problems. */
export function resolve(
  defaults: DefaultLimits,
  registered: Registered,
  report: Report,
): Omit<Resolved, 'diagnostics'> {
  const { registries } = registered;
  const table = new PatternTable(entriesOf(registered.routes, report));
  const matchers: readonly Matcher[] = [table, ...registered.mounted];
  const resolveRoute = routeResolver(defaults, registered, report);
  const variants = new Map<Route, readonly Route[]>();
  for (const group of groupVariants(table.entries)) for (const route of group) variants.set(route, group);
  const plans = new Map<Route, RoutePlan>();
  for (const matcher of matchers) {
    for (const route of matcher.routes) {
      if (plans.has(route)) continue;
      checkRoute(route, report);
      const plan = resolveRoute.plan(route, matcher.variables(route), variants.get(route));
      checkAccess(route, registries.access, plan.access, report);
      checkEvents(plan, report);
      checkBlocking(plan, report);
      plans.set(route, plan);
    }
  }
  reportIdleFilters(registered.filters, [...plans.keys()], report);
  reportCrossSite(plans.values(), report);
  reportCors([...registered.filters, ...[...plans.values()].flatMap(({ cors }) => cors)], report);
  for (const finding of [...lintRoutes(table), ...lintExpressions(table.entries, registered.filters)])
    report(finding);
  return { matchers, plans, unmatched: resolveRoute.unmatched, canonicals: canonicalsOf(matchers) };
}

interface RouteResolver {
  readonly unmatched: BasePlan;
  readonly plan: (
    route: Route,
    variables: readonly string[],
    variants: readonly Route[] | undefined,
  ) => RoutePlan;
}

/** Creates a function that resolves one route. The settings that all routes share are resolved only once. */
function routeResolver(
  defaults: DefaultLimits,
  { registries, filters, notFound }: Registered,
  report: Report,
): RouteResolver {
  reportUnreachableReaders(registries.readers.levels(), report);
  for (const level of registries.writers.levels()) reportShadowedWriters(level, report);
  const planWriters = writerPlanner(sortWriters(scopedLevels(registries.writers)));
  const globalFilters = resolveGlobalFilters(filters);
  const globalHandlers = resolveGlobalHandlers(scopedLevels(registries.handlers), notFound, report);
  const globalLimits = resolveGlobalLimits(defaults, filters);
  const planLimits = limitPlanner(globalLimits);
  return {
    unmatched: { ...globalFilters, ...globalHandlers, limits: globalLimits, writers: planWriters(undefined) },
    plan: (route, variables, variants) => {
      const bindings = resolveBindings(route, variables, registries);
      return {
        ...bindings,
        ...resolveFilters(globalFilters, route),
        ...resolveHandlers(route, globalHandlers, report),
        limits: planLimits(bindings),
        access: resolveAccess(registries.access, route.scopes ?? []),
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

function entriesOf(routes: readonly Route[], report: Report): PatternEntry[] {
  return routes.flatMap((route) => {
    try {
      const entry = toEntry(route);
      checkForeignSyntax(routeName(route), entry.pattern.text, route.origin).forEach(report);
      return [entry];
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      report({
        rule: 'path-pattern',
        message: `${routeName(route)}: ${error.message} (at character ${error.index + 1} of the path)`,
        origin: route.origin,
        hint: error.hint,
      });
      return [];
    }
  });
}
