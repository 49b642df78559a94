import type { RoutingContext } from '../contract/context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { BasePlan } from '../plan/route-plan.ts';
import type { PlannedFilter } from '../plan/filters.ts';
import type { CorsFilter } from '../policies/cors.ts';
import { filterApplies } from '../routing/filter-applies.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import type { CompiledFilter, CompiledRoute } from './compiled-route.ts';

type CompiledFilters = Pick<CompiledRoute, 'filters' | 'routeFilters'>;

/** Creates a function that compiles the filters of a plan. Plans with the same filters share the compiled list. */
export function filterCompiler(): (plan: Pick<BasePlan, 'cors' | 'filters'>) => CompiledFilters {
  const patterns = new Map<string, Pattern>();
  const known = new WeakMap<readonly PlannedFilter[], CompiledFilters>();
  const patternOf = (text: string): Pattern => {
    let pattern = patterns.get(text);
    if (pattern === undefined) {
      pattern = parsePattern(text);
      patterns.set(text, pattern);
    }
    return pattern;
  };
  const compileFilter = ({ filter, pattern }: PlannedFilter): CompiledFilter => ({
    filter,
    pattern: pattern === undefined ? undefined : patternOf(pattern),
  });
  const compileAll = ({ cors, filters }: Pick<BasePlan, 'cors' | 'filters'>): CompiledFilter[] => [
    ...combinePolicies(cors.map(compileFilter)),
    ...filters.map(compileFilter),
  ];
  const isOfRoute = ({ outer }: PlannedFilter): boolean => !outer;
  return (plan) => {
    // Plans that share filters also share their CORS policies, unless a class, a route or a mounted router sets its own.
    const isShared = plan.cors.every(({ outer }) => outer);
    const shared = isShared ? known.get(plan.filters) : undefined;
    if (shared !== undefined) return shared;
    const ofRoute = { cors: plan.cors.filter(isOfRoute), filters: plan.filters.filter(isOfRoute) };
    const compiled = {
      filters: nullWhenEmpty(compileAll(plan)),
      routeFilters: nullWhenEmpty(compileAll(ofRoute)),
    };
    if (isShared) known.set(plan.filters, compiled);
    return compiled;
  };
}

/** Combines CORS policies into one filter, which applies the first policy whose pattern matches the path. */
function combinePolicies(policies: readonly CompiledFilter[]): readonly CompiledFilter[] {
  if (policies.length < 2) return policies;
  const policyFor = (context: RoutingContext): CorsFilter | undefined =>
    policies.find(({ pattern }) => filterApplies(pattern, context as Exchange))?.filter as
      | CorsFilter
      | undefined;
  const filter = Object.assign(
    function crossOrigin(context: RoutingContext, next: () => unknown): unknown {
      const policy = policyFor(context);
      return policy === undefined ? next() : policy(context, next);
    },
    { applyHeaders: (context: RoutingContext) => policyFor(context)?.applyHeaders(context) },
  );
  return [{ filter, pattern: undefined }];
}

/** Returns null for an empty list, so that requests skip the filters. */
export function nullWhenEmpty(filters: readonly CompiledFilter[]): readonly CompiledFilter[] | null {
  return filters.length === 0 ? null : filters;
}
