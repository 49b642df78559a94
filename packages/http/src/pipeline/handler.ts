import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import type { Registries } from '../contract/registry.ts';
import { withResultChecked } from '../binding/validation/result.ts';
import { remoteHandler } from '../workers/remote-handler.ts';
import { classesOfRoute, registeredClasses } from '../plan/route-classes.ts';
import { mediaRulesOf } from '../plan/media-rules.ts';
import { performer } from './perform.ts';
import type { Binder } from '../binding/binder.ts';

/**
 * The innermost part of the pipeline: the route's handler, or its namesake of another thread. `shared`: other routes of
 * the router are blocking, too.
 */
export function performerOf(
  route: Route,
  binder: Binder,
  registries: Registries,
  shared: boolean,
): (exchange: Exchange) => unknown {
  const rules = mediaRulesOf(route);
  const { validator } = registries;
  const { handler, blocking } = route;
  if (blocking === undefined) return performer(withResultChecked(handler, route, validator), binder, rules);
  const named = (): readonly Function[] => [...classesOfRoute(route), ...registeredClasses(registries)];
  const remote = withResultChecked(remoteHandler(route, blocking, shared, named), route, validator);
  return performer(remote, { ...binder, takes: [(exchange) => exchange, ...binder.takes] }, rules);
}
