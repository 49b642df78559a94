import type { RoutingContext } from '../contract/context.ts';
import type { Exchange } from './exchange.ts';

/**
 * Returns the path at which an Express or Connect application mounts the router of this request, such as `/app`, or an
 * empty string. A path that would refer to another host, such as `//host`, counts as none.
 */
export function mountPathOf(context: RoutingContext): string {
  const { mountPath = '' } = (context as Exchange).transport;
  return /^\/[^/\\]/.test(mountPath) ? mountPath : '';
}
