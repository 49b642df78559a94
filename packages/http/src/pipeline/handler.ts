import type { Route } from '../route.ts';
import type { Registries } from '../scope/registry.ts';
import { withResultChecked } from '../validation/result.ts';

/** What is called for the route. */
export function handlerOf(route: Route, { validator }: Registries): Route['handler'] {
  return withResultChecked(route.handler, route, validator);
}
