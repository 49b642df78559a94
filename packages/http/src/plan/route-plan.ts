import type { Component } from '../contract/component.ts';
import type { NotFoundRule } from '../contract/error-handlers.ts';
import type { ExceptionHandler } from '../contract/roles.ts';
import type { Route } from '../contract/route.ts';
import type { RouteEvent } from '../contract/scope.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { RouteBindings } from '../binding/binding-plan.ts';
import type { ResolvedAccess } from '../policies/access.ts';
import type { WriterPlan } from '../writing/writer-plan.ts';
import type { PlannedFilter } from './filters.ts';
import type { LimitPlan } from './limits.ts';
import type { MediaPlan } from '../plan/media.ts';

/** The part of a plan that requests have which no route answers, too. */
export interface BasePlan {
  readonly limits: LimitPlan;
  /** CORS policies, in the order in which they are tried: the first that matches the path runs before all filters. */
  readonly cors: readonly PlannedFilter[];
  /** In the order in which they run. */
  readonly filters: readonly PlannedFilter[];
  readonly writers: WriterPlan;
  /** In the order in which they are tried; an error without a handler is answered with a problem document. */
  readonly handlers: readonly Scoped<Component<ExceptionHandler>>[];
  /** In the order in which they are tried, for unmatched requests only. */
  readonly notFound: readonly NotFoundRule[];
}

/**
 * How a route answers, as plain data: all that its scopes and the registries set, each part with the scope that set it
 * and in the order in which it applies. The only functions in it are those of the application: handlers, components and
 * types. `compile` makes of it what runs; `routes`, `explain` and `openapi` print it.
 */
export interface RoutePlan extends BasePlan, RouteBindings {
  readonly access: ResolvedAccess;
  /** Undefined for a route of any media type. */
  readonly media: MediaPlan | undefined;
  /** Sent with whatever the route answers; of a name the narrowest scope's. */
  readonly headers: readonly Scoped<readonly [name: string, value: string]>[];
  /** The widest scope's first. */
  readonly events: readonly Scoped<RouteEvent>[];
  /** The routes with the same method and pattern, including this one, in order; undefined if it is the only one. */
  readonly variants: readonly Route[] | undefined;
}
