import type { BodyPlan, RouteBindings } from '../binding/binding-plan.ts';
import { DEFAULT_BODY_HANDLER } from '../binding/compile-bindings.ts';
import type { DefaultLimits, Limits, LimitValues } from '../contract/limits.ts';
import type { BodyHandlerLike } from '../contract/roles.ts';
import { ROUTE, type Scoped } from '../contract/scoped.ts';
import { limitsIn, parseLimits } from '../policies/limits.ts';
import type { PlannedFilter } from './filters.ts';

const TOOLKIT = 'toolkit';

/** Each limit that is set, and the scope that set it. */
export type LimitPlan = { readonly [K in keyof Limits]: Scoped<number> };

/** Resolves the limits for unmatched requests, and for routes that set no limits. */
export function resolveGlobalLimits(defaults: DefaultLimits, filters: readonly PlannedFilter[]): LimitPlan {
  let plan = overrideLimits({}, defaults, TOOLKIT);
  for (const { filter, pattern, scope } of filters) {
    if (pattern !== undefined) continue;
    for (const values of limitsIn([filter])) plan = overrideLimits(plan, values, scope);
  }
  return plan;
}

/**
 * Creates a function that resolves the limits of a route. The narrowest scope takes precedence, and the body handler's
 * limits replace those of the toolkit. Routes without limits share a plan.
 */
export function limitPlanner(global: LimitPlan): (bindings: RouteBindings) => LimitPlan {
  const forms = new Map<BodyHandlerLike, LimitPlan>();
  const others = new Map<BodyHandlerLike, LimitPlan>();
  return ({ route, body, bodyHandler }) => {
    const handler = bodyHandler?.value ?? DEFAULT_BODY_HANDLER;
    const isForm = readsForms(body);
    const shared = isForm ? forms : others;
    let plan = shared.get(handler);
    if (plan === undefined) {
      const { maxBody, maxTotal } = handler;
      plan = withHandlerLimits(global, { body: maxBody, form: isForm ? maxTotal : undefined });
      shared.set(handler, plan);
    }
    for (const { name = ROUTE, limits, filters = [] } of route.scopes ?? []) {
      plan = overrideLimits(
        plan,
        Object.assign({}, valuesOf(limits), ...limitsIn(filters)) as LimitValues,
        name,
      );
    }
    return plan;
  };
}

/** Returns the values of a plan, which contains at least all of the toolkit's limits. */
export function limitsOf(plan: LimitPlan): DefaultLimits {
  const entries = Object.entries(plan).map(([name, { value }]) => [name, value] as const);
  const limits: LimitValues = Object.fromEntries(entries);
  return limits as DefaultLimits;
}

/**
 * Converts limits to numbers. Returns undefined for invalid ones, which are reported with the other members of the
 * scope and prevent the router from starting.
 */
function valuesOf(limits: Limits | undefined): LimitValues | undefined {
  if (limits === undefined) return undefined;
  try {
    return parseLimits(limits);
  } catch {
    return undefined;
  }
}

function readsForms(body: BodyPlan | undefined): boolean {
  return body !== undefined && body.as !== 'value';
}

/** Overrides a plan's limits with the limits of a scope. If the scope sets none, returns the same plan object. */
function overrideLimits(plan: LimitPlan, limits: LimitValues, scope: string): LimitPlan {
  const set = Object.entries(limits).filter((each): each is [string, number] => each[1] !== undefined);
  if (set.length === 0) return plan;
  return { ...plan, ...Object.fromEntries(set.map(([name, value]) => [name, { value, scope }])) };
}

function withHandlerLimits(
  global: LimitPlan,
  { body, form }: Record<'body' | 'form', number | undefined>,
): LimitPlan {
  const isDefault = (name: 'body' | 'form'): boolean => (global[name]?.scope ?? TOOLKIT) === TOOLKIT;
  const limits = {
    ...(body !== undefined && isDefault('body') && { body }),
    ...(form !== undefined && isDefault('form') && { form }),
  };
  return overrideLimits(global, limits, 'body handler');
}
