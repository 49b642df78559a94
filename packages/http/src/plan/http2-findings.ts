import { routeName, type Finding } from '../report/findings.ts';
import type { Resolved } from './resolved.ts';

/** Returns the problems of routes on a server whose clients can use only HTTP/2. */
export function http2Findings({ plans }: Resolved): readonly Finding[] {
  return [...plans.keys()].flatMap((route) => {
    if (route.upgrade === undefined) return [];
    const message = `${routeName(route)} cannot be reached, because a server with http2 and without tls does not upgrade connections`;
    const hint = 'pass the option tls, so that clients can use HTTP/1.1, or serve the route without http2';
    return [{ rule: 'http2-upgrade', message, hint, origin: route.origin }];
  });
}
