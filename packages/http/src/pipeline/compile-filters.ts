import type { RoutingContext } from '../contract/context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { BasePlan } from '../plan/route-plan.ts';
import type { PlannedFilter } from '../plan/filters.ts';
import type { CorsFilter } from '../policies/cors.ts';
import { applies } from '../routing/filter-applies.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import type { CompiledFilter, CompiledRoute } from './compiled-route.ts';

type Filters = Pick<CompiledRoute, 'filters' | 'own'>;

/** Compiles the filters of plans; plans with the same filters have them in common. */
export function filterCompiler(): (plan: Pick<BasePlan, 'cors' | 'filters'>) => Filters {
  const patterns = new Map<string, Pattern>();
  const known = new WeakMap<readonly PlannedFilter[], Filters>();
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
    ...onePolicy(cors.map(compileFilter)),
    ...filters.map(compileFilter),
  ];
  const isOwn = ({ outer }: PlannedFilter): boolean => !outer;
  return (plan) => {
    // Plans that share their filters share the policies of CORS, too, unless a scope sets one.
    const isShared = plan.cors.every(({ outer }) => outer);
    const shared = isShared ? known.get(plan.filters) : undefined;
    if (shared !== undefined) return shared;
    const own = { cors: plan.cors.filter(isOwn), filters: plan.filters.filter(isOwn) };
    const compiled = { filters: orNull(compileAll(plan)), own: orNull(compileAll(own)) };
    if (isShared) known.set(plan.filters, compiled);
    return compiled;
  };
}

/** A single filter that answers by the first of the policies that is for the path. */
function onePolicy(policies: readonly CompiledFilter[]): readonly CompiledFilter[] {
  if (policies.length < 2) return policies;
  const policyFor = (context: RoutingContext): CorsFilter | undefined =>
    policies.find(({ pattern }) => applies(pattern, context as Exchange))?.filter as CorsFilter | undefined;
  const filter = Object.assign(
    function crossOrigin(context: RoutingContext, next: () => unknown): unknown {
      const policy = policyFor(context);
      return policy === undefined ? next() : policy(context, next);
    },
    { admit: (context: RoutingContext) => policyFor(context)?.admit(context) },
  );
  return [{ filter, pattern: undefined }];
}

function orNull(filters: readonly CompiledFilter[]): readonly CompiledFilter[] | null {
  return filters.length === 0 ? null : filters;
}
