import { routeName, type Finding } from '../report/findings.ts';
import type { Resolved } from './resolved.ts';

/** A server that cannot upgrade connections. */
export type ServerWithoutUpgrades = keyof typeof SERVERS;

/** The reasons why a server cannot upgrade connections, with the fixes. */
const SERVERS = {
  http2: {
    reason: 'a server with http2 and without tls does not upgrade connections',
    hint: 'pass the option tls, so that clients can use HTTP/1.1, or serve the route without http2',
  },
  bun: {
    reason: 'Bun.serve has no handlers for WebSockets',
    hint: 'pass Bun.serve the option websocket: bunWebSocket, which @writ/http/websocket exports',
  },
} as const;

/** Reports the routes that upgrade connections, which the server cannot do. */
export function upgradeFindings({ plans }: Resolved, server: ServerWithoutUpgrades): readonly Finding[] {
  const { reason, hint } = SERVERS[server];
  return [...plans.keys()].flatMap((route) => {
    if (route.upgrade === undefined) return [];
    const message = `${routeName(route)} cannot be reached, because ${reason}`;
    return [{ rule: 'upgrade', message, hint, origin: route.origin }];
  });
}
