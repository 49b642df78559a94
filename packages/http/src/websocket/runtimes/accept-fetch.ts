import type { FetchUpgrade } from '../../contract/protocol-switch.ts';
import { HANDSHAKE_HEADERS, selectProtocol } from '../handshake-response.ts';
import type { WebSocketSettings } from '../options.ts';
import type { AcceptedSocket } from './accept-socket.ts';
import { acceptOnBun } from './bun.ts';
import { acceptOnDeno } from './deno.ts';
import { acceptOnWorkers } from './workers.ts';

/**
 * Accepts the connection of a request to a fetch handler. `list` contains the headers that filters have set:
 * alternating names and values.
 */
export function acceptFetch(
  upgrade: FetchUpgrade,
  list: readonly string[],
  settings: WebSocketSettings,
): AcceptedSocket {
  const headers = new Headers();
  for (let index = 0; index < list.length; index += 2) {
    if (!HANDSHAKE_HEADERS.has(list[index]!)) headers.append(list[index]!, list[index + 1]!);
  }
  const offered = upgrade.request.headers.get('sec-websocket-protocol') ?? '';
  const names = new Set(offered.split(',').map((name) => name.trim()));
  const protocol = selectProtocol(names, settings.protocols);
  // Each transport for upgrades belongs to one of these runtimes.
  const accept = 'Bun' in globalThis ? acceptOnBun : 'Deno' in globalThis ? acceptOnDeno : acceptOnWorkers;
  return accept(upgrade, headers, protocol, settings);
}
