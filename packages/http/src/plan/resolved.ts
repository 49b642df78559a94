import type { Diagnostic } from '@writ/diagnostics';
import type { Matcher } from '../contract/matcher.ts';
import type { Registries } from '../contract/registry.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Route } from '../contract/route.ts';
import type { Canonical } from '../routing/spellings.ts';
import type { PlannedFilter } from './filters.ts';
import type { NotFoundHandler } from './resolve-error-handlers.ts';
import type { BasePlan, RoutePlan } from './route-plan.ts';

/** All that was registered, as plain data. */
export interface Registered {
  readonly routes: readonly Route[];
  readonly mounted: readonly Matcher[];
  readonly filters: readonly PlannedFilter[];
  readonly notFound: readonly NotFoundHandler[];
  readonly registries: Registries;
}

/** All of it resolved. With errors among the diagnostics it is not to be served. */
export interface Resolved {
  readonly matchers: readonly Matcher[];
  readonly plans: ReadonlyMap<Route, RoutePlan>;
  /** For requests that no route answers. */
  readonly unmatched: BasePlan;
  /** Of matchers that look paths up under another spelling. */
  readonly canonicals: readonly Canonical[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A router with its resolved routes, for generated documents. */
export interface ResolvedRouter {
  readonly toolkit: ToolkitContext;
  /** The very same object until something is registered. Throws `StartupError` when the routes are wrong. */
  resolved(): Resolved;
}
