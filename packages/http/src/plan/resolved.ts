import type { Diagnostic } from '@writ/diagnostics';
import type { Matcher } from '../contract/matcher.ts';
import type { Registries } from '../contract/registry.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Route } from '../contract/route.ts';
import type { Canonical } from '../routing/spellings.ts';
import type { PlannedFilter } from './filters.ts';
import type { NotFoundHandler } from './resolve-error-handlers.ts';
import type { BasePlan, RoutePlan } from './route-plan.ts';

/** Everything registered with a router, as plain data. */
export interface Registered {
  readonly routes: readonly Route[];
  readonly mounted: readonly Matcher[];
  readonly filters: readonly PlannedFilter[];
  readonly notFound: readonly NotFoundHandler[];
  readonly registries: Registries;
}

/**
 * The result of resolving {@link Registered}. It must not be served if there are errors among the
 * diagnostics.
 */
export interface Resolved {
  readonly matchers: readonly Matcher[];
  readonly plans: ReadonlyMap<Route, RoutePlan>;
  /** The plan for requests that match no route. */
  readonly unmatched: BasePlan;
  /** The functions of matchers that look up paths under another spelling. */
  readonly canonicals: readonly Canonical[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A router with its resolved routes, for generated documents. */
export interface ResolvedRouter {
  readonly toolkit: ToolkitContext;
  /**
   * Returns the identical object until something is registered. Throws `StartupError` if there are errors.
   */
  resolved(): Resolved;
}
