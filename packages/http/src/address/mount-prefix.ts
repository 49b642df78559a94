import type { RoutingContext } from '../contract/context.ts';
import type { Route } from '../contract/route.ts';
import { encodeSegment } from '../protocol/encode.ts';
import { readPath } from '../protocol/request-path.ts';

/** The number of segments in the prefix of each route of a mounted router. */
const lengths = new WeakMap<Route, number>();

/** Records the number of segments in the prefix under which a route is served. */
export function recordPrefixLength(route: Route, length: number): void {
  lengths.set(route, length);
}

/**
 * Returns the percent-encoded prefix under which the route of this request is mounted, such as `/tenants/acme` for
 * `router.mount('/tenants/{tenant}', inner)`. Returns an empty string if the route is not mounted or there is no route.
 */
export function mountPrefixOf({ route, request }: RoutingContext): string {
  const length = route === undefined ? 0 : (lengths.get(route) ?? 0);
  if (length === 0) return '';
  const segments = readPath(request.path).segments.slice(0, length);
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('');
}
