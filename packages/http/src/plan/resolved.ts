import type { Diagnostic } from '@writ/diagnostics';
import type { Matcher } from '../contract/matcher.ts';
import type { Registries } from '../contract/registry.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Route } from '../contract/route.ts';
import type { Canonical } from '../routing/spellings.ts';
import type { Pattern } from '../routing/pattern.ts';
import type { PatternTable } from '../routing/pattern-table.ts';
import type { PlannedFilter } from './filters.ts';
import type { Mount } from './mounts.ts';
import type { NotFoundHandler } from './resolve-error-handlers.ts';
import type { BasePlan, RoutePlan } from './route-plan.ts';

/** All registrations of a router, as plain data. */
export interface Registered {
  readonly routes: readonly Route[];
  readonly mounted: readonly Matcher[];
  readonly filters: readonly PlannedFilter[];
  readonly notFound: readonly NotFoundHandler[];
  readonly registries: Registries;
  /** Routers that this router mounts under prefixes, in order. */
  readonly mounts: readonly Mount[];
}

/** The result of resolving {@link Registered}. It must not be served if its diagnostics contain errors. */
export interface Resolved {
  /** The table and the mounted matchers, in the order in which they are tried. */
  readonly matchers: readonly Matcher[];
  readonly table: PatternTable;
  readonly plans: ReadonlyMap<Route, RoutePlan>;
  /** The plan for unmatched requests. */
  readonly unmatched: BasePlan;
  /** The plans for unmatched requests under the prefixes of mounted routers, the longest prefix first. */
  readonly unmatchedBelow: readonly UnmatchedBelow[];
  /** The registries of the routes of mounted routers. */
  readonly mountedRegistries: ReadonlyMap<Route, Registries>;
  /** The functions with which matchers compute other spellings of a path. */
  readonly canonicals: readonly Canonical[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The plan for unmatched requests with a path that matches the pattern. */
export interface UnmatchedBelow {
  readonly pattern: Pattern;
  readonly plan: BasePlan;
}

/** A router with its resolved routes, for generated documents. */
export interface ResolvedRouter {
  readonly toolkit: ToolkitContext;
  /** Returns the same object until the next registration. Throws `StartupError` if there are errors. */
  resolved(): Resolved;
}
