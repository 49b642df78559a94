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

/** The part of a plan that also applies to requests that match no route. */
export interface BasePlan {
  readonly limits: LimitPlan;
  /**
   * CORS policies in the order in which they are tried. The first that matches the path runs before all
   * filters.
   */
  readonly cors: readonly PlannedFilter[];
  /** Filters in the order in which they run. */
  readonly filters: readonly PlannedFilter[];
  readonly writers: WriterPlan;
  /**
   * Exception handlers in the order in which they are tried. An error without a handler results in a problem
   * document.
   */
  readonly handlers: readonly Scoped<Component<ExceptionHandler>>[];
  /** Not-found handlers in the order in which they are tried; for unmatched requests only. */
  readonly notFound: readonly NotFoundRule[];
}

/**
 * How a route responds, as plain data: all settings of its scopes and the registries, each with the scope
 * that set it, in the order in which they apply. The only functions in it are those of the application:
 * handlers, components and types. `compile` turns it into code that runs; `routes`, `explain` and `openapi`
 * print it.
 */
export interface RoutePlan extends BasePlan, RouteBindings {
  readonly access: ResolvedAccess;
  /** Undefined for a route that accepts and produces any media type. */
  readonly media: MediaPlan | undefined;
  /** Headers of every response of the route; the narrowest scope's if several scopes set the same name. */
  readonly headers: readonly Scoped<readonly [name: string, value: string]>[];
  /** Events, the widest scope's first. */
  readonly events: readonly Scoped<RouteEvent>[];
  /** The routes with the same method and pattern, including this one, in order; undefined if it is the only one. */
  readonly variants: readonly Route[] | undefined;
}
