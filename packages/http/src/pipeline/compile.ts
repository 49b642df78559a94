import { compileBindings, type ArgumentBinder } from '../binding/compile-bindings.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import type { ContextObjects } from '../contract/registry.ts';
import type { Route } from '../contract/route.ts';
import { compileEvents, recordingOutcome } from '../observe/rest-events.ts';
import { limitsOf, type LimitPlan } from '../plan/limits.ts';
import type { Resolved } from '../plan/resolved.ts';
import { classesOfRoute, registeredClasses } from '../plan/route-classes.ts';
import type { BasePlan, RoutePlan } from '../plan/route-plan.ts';
import { withAccess } from '../policies/access.ts';
import type { Finding } from '../report/findings.ts';
import { remoteHandler } from '../workers/remote-handler.ts';
import { compileHeaders, withDeclaredHeaders, WriterCompiler } from '../writing/compile-writers.ts';
import { respondUnmatched } from './respond-unmatched.ts';
import { filterCompiler, nullWhenEmpty } from './compile-filters.ts';
import { CompiledRoutes, type CompiledRoute, type CompiledRouter } from './compiled-route.ts';
import { compileMedia } from './media-rules.ts';
import { withFallthrough, createNext } from './next.ts';
import { DirectRoutes } from './direct-routes.ts';
import { compilePerform } from './perform.ts';
import { withChecks, type ResponseChecks } from './response-checks.ts';
import { withPolicies } from './preflight.ts';
import { compileVariants, type RouteVariants } from './variants.ts';

type Report = (finding: Finding) => void;

/**
 * Compiles plans into functions that answer requests. Reports findings that only compilation can detect, such as a type
 * to which values cannot be converted. `objects` supplies the context objects, except for routes of mounted routers.
 */
export function compile(
  {
    matchers,
    table,
    plans,
    unmatched: unmatchedPlan,
    unmatchedBelow: plansBelow,
    mountedRegistries,
    canonicals,
  }: Omit<Resolved, 'diagnostics'>,
  objects: ContextObjects,
  toolkit: ResponseChecks,
  report: Report,
): CompiledRouter {
  const compileFilters = filterCompiler();
  const compileLimits = memoize<LimitPlan, DefaultLimits>(limitsOf);
  const compileErrorHandlers = errorHandlerCompiler();
  const writers = new WriterCompiler(report);
  const base = (plan: BasePlan, route: Route | undefined): Omit<CompiledRoute, 'perform'> => ({
    route,
    ...compileFilters(plan),
    limits: compileLimits(plan.limits),
    write: writers.compile(route, plan.writers),
    events: undefined,
    errorHandlers: compileErrorHandlers(plan),
    variants: undefined,
  });
  const compileUnmatched = (plan: BasePlan): CompiledRoute => {
    const common = base(plan, undefined);
    const filters = nullWhenEmpty(withPolicies(common.filters ?? [], matchers, plans));
    return { ...common, filters, routeFilters: null, perform: respondUnmatched };
  };
  const unmatched = compileUnmatched(unmatchedPlan);
  const unmatchedBelow = plansBelow.map(({ pattern, plan }) => ({
    pattern,
    unmatched: compileUnmatched(plan),
  }));
  const compiled: CompiledRoute[] = [];
  const routes = new CompiledRoutes(compiled);
  const isShared = [...plans.keys()].filter(({ blocking }) => blocking !== undefined).length > 1;
  const variantsOf = variantCompiler(plans, unmatched);
  const compileBinder = binderCompiler(report);
  // Not a loop: V8 would optimize it while it runs, which takes longer than compiling thousands of routes.
  plans.forEach((plan, route) => {
    const binder = compileBinder(plan, mountedRegistries.get(route) ?? objects);
    const perform = compileHandler(plan, binder, { isShared, toolkit }, report);
    const { filters: ownFilters, routeFilters, limits, write, errorHandlers } = base(plan, route);
    const events = compileEvents(
      route,
      plan.events.map(({ value }) => value),
    );
    const variants = variantsOf(plan);
    // The members are written out, because spreading objects costs several times as much.
    compiled.push({
      route,
      filters: ownFilters,
      routeFilters,
      limits,
      write: events === undefined ? write : recordingOutcome(write),
      events,
      errorHandlers,
      perform: variants === undefined ? perform : withFallthrough(route, perform, variants, routes),
      variants,
    });
  });
  // The plans of the table come first, in its order, unless a route was added several times.
  const isInOrder = table.routes.every((route, position) => compiled[position]?.route === route);
  const byPosition = isInOrder ? compiled : table.routes.map((route) => routes.get(route));
  const direct = new DirectRoutes(byPosition, plans, toolkit);
  const next = createNext(matchers, routes, { unmatched, unmatchedBelow });
  const upgrades = new Set<string>();
  compiled.forEach(({ route }) => {
    if (route?.upgrade !== undefined) upgrades.add(route.upgrade);
  });
  return {
    matchers,
    table,
    routes,
    byPosition,
    direct,
    unmatched,
    unmatchedBelow,
    canonicals,
    upgrades,
    next,
  };
}

/**
 * Compiles the access checks and the steps inside them: headers, media types, body, arguments, and the handler or its
 * copy in a worker thread. `isShared`: whether the router has other blocking routes.
 */
function compileHandler(
  plan: RoutePlan,
  binder: ArgumentBinder,
  { isShared, toolkit }: { readonly isShared: boolean; readonly toolkit: ResponseChecks },
  report: Report,
): CompiledRoute['perform'] {
  const { route } = plan;
  const rules = plan.media && compileMedia(plan.media);
  const { handler, blocking } = route;
  const named = (): readonly Function[] => [...classesOfRoute(route), ...registeredClasses(plan)];
  const checked = (unchecked: Route['handler']): Route['handler'] => withChecks(unchecked, plan, toolkit);
  const run =
    blocking === undefined
      ? compilePerform(checked(handler), binder, rules)
      : compilePerform(
          checked(remoteHandler(route, blocking, isShared, named)),
          { ...binder, extractors: [(exchange) => exchange, ...binder.extractors] },
          rules,
        );
  return withAccess(plan.access, withDeclaredHeaders(compileHeaders(route, plan.headers, report), run));
}

/**
 * Creates a function that compiles bindings. Plans with the same list of bindings share them, unless they cause
 * findings, which name the route.
 */
function binderCompiler(report: Report): (plan: RoutePlan, objects: ContextObjects) => ArgumentBinder {
  const known = new Map<RoutePlan['bindings'], ArgumentBinder>();
  return (plan, objects) => {
    const shared = known.get(plan.bindings);
    if (shared !== undefined) return shared;
    let hasFindings = false;
    const binder = compileBindings(plan, objects, (finding) => {
      hasFindings = true;
      report(finding);
    });
    if (!hasFindings) known.set(plan.bindings, binder);
    return binder;
  };
}

function variantCompiler(
  plans: ReadonlyMap<Route, RoutePlan>,
  unmatched: CompiledRoute,
): (plan: RoutePlan) => RouteVariants | undefined {
  const compileGroup = memoize((group: readonly Route[]) =>
    compileVariants(
      group.map((route) => {
        const media = plans.get(route)?.media;
        return { route, rules: media && compileMedia(media) };
      }),
      unmatched,
    ),
  );
  return ({ variants }) => variants && compileGroup(variants);
}

/**
 * Creates a function that compiles error handlers. Plans with the same handlers share the compiled list, and the routes
 * of a router share its not-found handlers.
 */
function errorHandlerCompiler(): (plan: BasePlan) => ErrorHandlers {
  const compilerFor = memoize((notFound: BasePlan['notFound']) =>
    memoize((handlers: BasePlan['handlers']): ErrorHandlers => {
      return { handlers: handlers.map(({ value }) => value), notFound };
    }),
  );
  return ({ handlers, notFound }) => compilerFor(notFound)(handlers);
}

function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      known.set(key, value);
    }
    return value;
  };
}
