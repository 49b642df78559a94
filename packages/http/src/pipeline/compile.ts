import { compileBindings } from '../binding/compile-bindings.ts';
import { withResultChecked } from '../binding/validation/result.ts';
import type { ErrorHandlers } from '../contract/error-handlers.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import type { ContextObjects } from '../contract/registry.ts';
import type { Route } from '../contract/route.ts';
import { compileEvents, keepingEntity } from '../observe/rest-events.ts';
import { limitsOf, type LimitPlan } from '../plan/limits.ts';
import type { Resolved } from '../plan/resolved.ts';
import { classesOfRoute, registeredClasses } from '../plan/route-classes.ts';
import type { BasePlan, RoutePlan } from '../plan/route-plan.ts';
import { withAccess } from '../policies/access.ts';
import type { Finding } from '../report/findings.ts';
import { remoteHandler } from '../workers/remote-handler.ts';
import { compileHeaders, declaring, WriterCompiler } from '../writing/compile-writers.ts';
import { respondUnmatched } from './respond-unmatched.ts';
import { filterCompiler } from './compile-filters.ts';
import type { CompiledRoute, CompiledRouter } from './compiled-route.ts';
import { compileMedia } from './media-rules.ts';
import { withFallthrough, createNext } from './next.ts';
import { performer } from './perform.ts';
import { withPolicies } from './preflight.ts';
import { compileVariants, type RouteVariants } from './variants.ts';

type Report = (finding: Finding) => void;

/**
 * Makes of plans the functions that answer requests. What shows only then is reported, such as a type that no value can
 * be made of. `objects` are those that the toolkit has for every request.
 */
export function compile(
  { matchers, plans, missed: missedPlan, canonicals }: Omit<Resolved, 'diagnostics'>,
  objects: ContextObjects,
  report: Report,
): CompiledRouter {
  const compileFilters = filterCompiler();
  const compileLimits = remembering<LimitPlan, DefaultLimits>(limitsOf);
  const compileRemedies = remedyCompiler(missedPlan);
  const writers = new WriterCompiler(report);
  const base = (plan: BasePlan, route: Route | undefined): Omit<CompiledRoute, 'perform'> => ({
    route,
    ...compileFilters(plan),
    limits: compileLimits(plan.limits),
    write: writers.compile(route, plan.writers),
    events: undefined,
    remedies: compileRemedies(plan),
    twins: undefined,
  });
  const common = base(missedPlan, undefined);
  const filters = withPolicies(common.filters ?? [], matchers, plans);
  const missed = { ...common, filters, own: null, perform: respondUnmatched };
  const routes = new Map<Route, CompiledRoute>();
  const isShared = [...plans.keys()].filter(({ blocking }) => blocking !== undefined).length > 1;
  const variants = variantCompiler(plans, missed);
  for (const [route, plan] of plans) {
    const perform = compileHandler(plan, objects, isShared, report);
    const compiled = base(plan, route);
    const events = compileEvents(
      route,
      plan.events.map(({ value }) => value),
    );
    const twins = variants(plan);
    routes.set(route, {
      ...compiled,
      perform: twins === undefined ? perform : withFallthrough(route, perform, twins, routes),
      write: events === undefined ? compiled.write : keepingEntity(compiled.write),
      events,
      twins,
    });
  }
  return { matchers, routes, missed, canonicals, passOn: createNext(matchers, routes, missed) };
}

/**
 * The checks of access around headers, media types, body, arguments and the handler, or its copy in another thread.
 * `shared`: other routes of the router are blocking, too.
 */
function compileHandler(
  plan: RoutePlan,
  objects: ContextObjects,
  shared: boolean,
  report: Report,
): CompiledRoute['perform'] {
  const { route, validator } = plan;
  const binder = compileBindings(plan, objects, report);
  const rules = plan.media && compileMedia(plan.media);
  const { handler, blocking } = route;
  const named = (): readonly Function[] => [...classesOfRoute(route), ...registeredClasses(plan)];
  const run =
    blocking === undefined
      ? performer(withResultChecked(handler, route, validator), binder, rules)
      : performer(
          withResultChecked(remoteHandler(route, blocking, shared, named), route, validator),
          { ...binder, takes: [(exchange) => exchange, ...binder.takes] },
          rules,
        );
  return withAccess(plan.access, declaring(compileHeaders(route, plan.headers, report), run));
}

function variantCompiler(
  plans: ReadonlyMap<Route, RoutePlan>,
  missed: CompiledRoute,
): (plan: RoutePlan) => RouteVariants | undefined {
  const compileGroup = remembering((group: readonly Route[]) =>
    compileVariants(
      group.map((route) => {
        const media = plans.get(route)?.media;
        return { route, rules: media && compileMedia(media) };
      }),
      missed,
    ),
  );
  return ({ variants }) => variants && compileGroup(variants);
}

/** Plans with the same handlers have them in common; those for what no route is there for all plans have. */
function remedyCompiler({ notFound }: BasePlan): (plan: BasePlan) => ErrorHandlers {
  const remediesOf = remembering((handlers: BasePlan['handlers']): ErrorHandlers => {
    return { handlers: handlers.map(({ value }) => value), notFound };
  });
  return ({ handlers }) => remediesOf(handlers);
}

function remembering<K extends object, V>(make: (key: K) => V): (key: K) => V {
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
