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

/** The part of a plan that applies to unmatched requests as well. */
export interface BasePlan {
  readonly limits: LimitPlan;
  /**
   * CORS policies in the order in which they are tried. The first one that matches the path runs before all filters.
   */
  readonly cors: readonly PlannedFilter[];
  /** Filters in the order in which they run. */
  readonly filters: readonly PlannedFilter[];
  readonly writers: WriterPlan;
  /**
   * Exception handlers in the order in which they are tried. An error that none of them handles results in a problem
   * document.
   */
  readonly handlers: readonly Scoped<Component<ExceptionHandler>>[];
  /** Not-found handlers, which apply only to unmatched requests, in the order in which they are tried. */
  readonly notFound: readonly NotFoundRule[];
}

/**
 * Describes how a route responds: all settings of its scopes and registries, in the order in which they apply, each
 * with the scope that set it. The plan is plain data, except for what the application supplies: handlers, components
 * and types. `compile` compiles it; `routes`, `explain` and `openapi` present it.
 */
export interface RoutePlan extends BasePlan, RouteBindings {
  readonly access: ResolvedAccess;
  /** Undefined if the route consumes and produces any media type. */
  readonly media: MediaPlan | undefined;
  /**
   * Static headers of the route's responses. If several scopes set the same header, the narrowest scope's value
   * applies.
   */
  readonly headers: readonly Scoped<readonly [name: string, value: string]>[];
  /** Event listeners, the widest scope's first. */
  readonly events: readonly Scoped<RouteEvent>[];
  /** All routes with this route's method and pattern, in order; undefined if it is the only one. */
  readonly variants: readonly Route[] | undefined;
}
